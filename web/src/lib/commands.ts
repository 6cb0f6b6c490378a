/** Several people on one side: which answers are mine, who gives the others, and what can be given away. */

import type { Choice, Command, Commander, Decision, Seat } from './types';

const commandersOf = (seat: Seat | undefined): Commander[] => seat?.commanders ?? [];

/** Whether I may give an answer: the chief of a side any, a commander those that belong to a command of his. */
export function isMine(choice: Choice, seat: Seat | undefined): boolean {
  if (!seat?.commander) return true;
  const belongs = choice.commands ?? [];
  return commandersOf(seat).some((each) => each.you && belongs.includes(each.command));
}

/** A question with only those answers that I may give. */
export function myPart(decision: Decision, seat: Seat | undefined): Decision {
  if (!seat?.commander || !decision.choices) return decision;
  const recommended = decision.choices[decision.default ?? -1];
  const choices = decision.choices.filter((each) => isMine(each, seat));
  const place = recommended ? choices.indexOf(recommended) : -1;
  return { ...decision, choices, default: place < 0 ? null : place };
}

/** Who answers a question, if no answer to it is mine: commanders by name, or the chief; empty if one is. */
export function whoAnswers(decision: Decision, seat: Seat | undefined): string[] {
  const choices = decision.choices ?? [];
  if (!seat || choices.some((each) => isMine(each, seat))) return [];
  const names = choices.map(({ commands }) => {
    const holder = commandersOf(seat).find((each) => each.command === commands?.[0]);
    return holder ? `${holder.name} (${lastName(holder.command)})` : seat.name;
  });
  return [...new Set(names)];
}

/** The last of the names that lead to a command. */
export function lastName(command: string): string {
  return command.slice(command.lastIndexOf('/') + 1);
}

/** A command with who has it, and how far in it stands under the first. */
export interface Post {
  command: string;
  name: string;
  depth: number;
  pieces: number;
  holder: Commander | null;
}

/** All commands of a side with who has them; one that has no troops left is shown while somebody has it. */
export function posts(commands: Command[], seat: Seat | undefined): Post[] {
  const held = new Map(commandersOf(seat).map((each) => [each.command, each]));
  const standing = commands.map(({ command, path, pieces }) => ({
    command,
    name: path.at(-1) ?? command,
    depth: path.length - 1,
    pieces,
    holder: held.get(command) ?? null,
  }));
  const known = new Set(commands.map((each) => each.command));
  const gone = [...held.values()].filter((each) => !known.has(each.command));
  return [
    ...standing,
    ...gone.map((holder) => ({
      command: holder.command,
      name: lastName(holder.command),
      depth: 0,
      pieces: 0,
      holder,
    })),
  ];
}
