"""What notices to players say, in their languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

LANGUAGES = ("en", "de", "fr")

TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "turn": "{game}: it is for {side} to decide ({turn}).",
        "asked": "{game}: {side} is asked something while the enemy acts ({turn}).",
        "over": "{game} is over: {outcome}.",
        "chat": "{game}: {name} has said something.",
        "reminder": "{game}: {side} is waited for since {since} ({turn}).",
        "lapsed": "{game}: {side} has not decided for as long as was agreed. The others may hand the seat "
        "on.",
        "replaced": "{game}: the others have handed the seat of {side} on. You can look, and ask to have it "
        "back.",
        "back": "{game}: {name} asks to have the seat of {side} back.",
        "test": "This is a test: notices of Hexfront arrive here.",
        "subject": "Hexfront: {first}",
        "several": "Hexfront: {count} pieces of news",
        "code-subject": "Hexfront: your code is {code}",
        "code": "Your code is {code}. It is good for half an hour.\n\nIf you asked for none, do nothing.",
        "leave": "To get no more of these, without logging in: {link}",
    },
    "de": {
        "turn": "{game}: {side} ist am Zug ({turn}).",
        "asked": "{game}: {side} wird während des gegnerischen Zuges etwas gefragt ({turn}).",
        "over": "{game} ist zu Ende: {outcome}.",
        "chat": "{game}: {name} hat etwas gesagt.",
        "reminder": "{game}: Auf {side} wird seit {since} gewartet ({turn}).",
        "lapsed": "{game}: {side} hat so lange nicht entschieden wie vereinbart. Die anderen dürfen den "
        "Platz weitergeben.",
        "replaced": "{game}: Die anderen haben den Platz von {side} weitergegeben. Du kannst zusehen und ihn "
        "zurückverlangen.",
        "back": "{game}: {name} möchte den Platz von {side} zurück.",
        "test": "Dies ist eine Probe: Nachrichten von Hexfront kommen hier an.",
        "subject": "Hexfront: {first}",
        "several": "Hexfront: {count} Neuigkeiten",
        "code-subject": "Hexfront: dein Code ist {code}",
        "code": "Dein Code ist {code}. Er gilt eine halbe Stunde.\n\nWenn du keinen wolltest, tu nichts.",
        "leave": "Keine solchen Nachrichten mehr, ohne Anmeldung: {link}",
    },
    "fr": {
        "turn": "{game} : c’est à {side} de décider ({turn}).",
        "asked": "{game} : une question attend {side} pendant le tour adverse ({turn}).",
        "over": "{game} est terminée : {outcome}.",
        "chat": "{game} : {name} a dit quelque chose.",
        "reminder": "{game} : on attend {side} depuis {since} ({turn}).",
        "lapsed": "{game} : {side} n’a pas décidé dans le temps convenu. Les autres peuvent céder sa place.",
        "replaced": "{game} : les autres ont cédé la place de {side}. Vous pouvez regarder et la redemander.",
        "back": "{game} : {name} redemande la place de {side}.",
        "test": "Ceci est un essai : les avis de Hexfront arrivent ici.",
        "subject": "Hexfront : {first}",
        "several": "Hexfront : {count} nouvelles",
        "code-subject": "Hexfront : votre code est {code}",
        "code": "Votre code est {code}. Il est valable une demi-heure.\n\n"
        "Si vous n’en vouliez pas, ne faites rien.",
        "leave": "Pour ne plus rien recevoir, sans se connecter : {link}",
    },
}


def said(language: str, what: str, values: Mapping[str, object]) -> str:
    """A sentence in a language that a player chose, or in English."""
    return TEXTS.get(language, TEXTS["en"])[what].format_map(values)


def letter_of(language: str, notices: Sequence[tuple[str, str]], leave: str) -> tuple[str, str]:
    """The subject and the text of a letter with some notices, each with its link."""
    first = notices[0][0]
    subject = said(language, "subject", {"first": first})
    if len(notices) > 1:
        subject = said(language, "several", {"count": len(notices)})
    parts = [f"{text}\n{link}".strip() for text, link in notices]
    return " ".join(subject.split()), "\n\n".join([*parts, said(language, "leave", {"link": leave})]) + "\n"
