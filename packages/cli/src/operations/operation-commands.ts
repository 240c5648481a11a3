import { Command } from 'commander';
import { addConnectionFlags } from '../add-connection-flags';
import type { OperationCommand, OperationFlag } from './operation-command';

/** A group with a command for each operation of a generated table. */
export function operationCommands(name: string, operations: readonly OperationCommand[]): Command {
  const group = new Command(name);
  for (const operation of operations) group.addCommand(commandOf(operation));
  return group;
}

function commandOf(operation: OperationCommand): Command {
  const { name, about, path, taken, flags, answer, scope, settles, validates } = operation;
  const command = new Command(name).description(scope === null ? `${about}.` : `${about}. Scope ${scope}.`);
  for (const each of path) command.argument(`<${each.replace(/_/g, '-')}>`);
  if (taken === 'file') command.argument('<file>', 'a file, or - for standard input');
  for (const flag of flags) command.option(flagText(flag), aboutFlag(flag));
  if (taken === 'body') command.option('--data <json>', 'all fields as JSON: as they stand, @file, or - for standard input');
  if (taken === 'body' && flags.some(({ nullable }) => nullable)) command.option('--clear <field...>', 'fields to be emptied');
  if (answer === 'list') command.option('--all', 'every page, not the first alone');
  if (answer === 'bytes' || answer === 'text') command.option('--out <file>', 'where to; standard output when absent');
  if (settles) command.option('--watch', 'waits until nothing happens to it by itself any more, and tells each change');
  if (validates) command.option('--dry-run', 'checks it and does nothing');
  return addConnectionFlags(command).action(async (...args: unknown[]) => {
    const { runOperation } = await import('./run-operation');
    await runOperation(operation, args.slice(0, -2) as string[], args.at(-2) as Readonly<Record<string, unknown>>);
  });
}

function flagText({ field, kind }: OperationFlag): string {
  const name = `--${field.replace(/_/g, '-')}`;
  switch (kind) {
    case 'boolean':
      return `${name} [true|false]`;
    case 'texts':
      return `${name} <text...>`;
    default:
      return `${name} <${kind === 'text' ? 'text' : kind}>`;
  }
}

const aboutFlag = ({ about, words, required }: OperationFlag): string =>
  [about, words && `(${words.join(', ')})`, required && '[needed]'].filter(Boolean).join(' ');
