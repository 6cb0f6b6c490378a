"""What it means to pass, question by question: "End the movement phase" instead of a bare "Pass"."""

from __future__ import annotations

PASSING = {
    "advance": "Nobody else advances",
    "aim": "No more attacks: resolve them",
    "ammunition": "So be it",
    "attach": "Go on: leave armies and corps as they are",
    "bridges": "Go on: no more bridges",
    "combine": "Go on: put nothing together",
    "extend": "Extend no more",
    "flee": "The cavalry first",
    "guns": "Not now",
    "komitadji": "Go on: no more Komitadji",
    "marsch": "Go on",
    "move": "End the movement phase",
    "plan": "Keep to the plans",
    "react": "Stand fast",
    "refit": "Not now",
    "reinforcement": "Later",
    "replacement": "Go on: no more replacements",
    "retire": "Nobody else retires",
    "retreat": "Stay here",
    "split": "Go on: divide nobody",
    "steps": "That is enough",
    "support": "No other guns help",
    "syrmien": "Wait",
    "withhold": "All others fight",
}
