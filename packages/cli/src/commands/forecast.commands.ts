import { Command } from 'commander';
import { operationCommands } from '../operations/operation-commands';
import { schedulesOperations } from '../generated/schedules';

/** `pps forecast`: what `pps schedules forecast` is, in one word. */
export function forecastCommand(): Command {
  const [command] = operationCommands(
    'schedules',
    schedulesOperations.filter(({ name }) => name === 'forecast'),
  ).commands;
  if (!command) throw new Error('there is no forecast');
  return command;
}
