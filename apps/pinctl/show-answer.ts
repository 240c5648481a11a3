import type { Command } from 'commander';

/** How a command was asked to answer. */
export interface AnswerFlags {
  readonly json?: boolean;
}

/** Gives every command below it the flag `--json`. */
export function addAnswerFlags(command: Command): void {
  if (command.commands.length > 0) command.commands.forEach(addAnswerFlags);
  else command.option('--json', 'answer as JSON, for programs');
}

/** Prints what a command found or did: for a person, or where `--json` asks for it the same for a program. */
export function showAnswer({ json = false }: AnswerFlags, answer: object, text: string): void {
  if (json) console.log(JSON.stringify(answer, textOfBigint, 2));
  else if (text !== '') console.log(text);
}

/** Tells how far a command is: beside the answer where a program reads that. */
export const showProgress =
  ({ json = false }: AnswerFlags) =>
  (line: string): void => {
    if (json) console.error(line);
    else console.log(line);
  };

const textOfBigint = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
