import { Command, InvalidArgumentError } from 'commander';
import { compareWith, copyInstallationLog } from './copy-installation-log';
import { onStoppedInstallation } from './on-installation';

interface To {
  readonly to: string;
}

/** `pinctl log …`: moving the log to another store. */
export function logCommands(): Command {
  const group = new Command('log').description('Moves the log to another store, with every host stopped.');
  group
    .command('copy')
    .description(
      'Copies the whole log to an empty EventStoreDB and makes the database go on there. Stopped at any moment, a repeat goes on.',
    )
    .requiredOption('--to <url>', 'esdb://… of the store to copy to', connectionString)
    .action(({ to }: To) => onStoppedInstallation((installation) => copyInstallationLog(installation, to, say)));
  group
    .command('compare')
    .description('Says whether a copy holds the same events in the same order, and nothing else. Changes nothing.')
    .requiredOption('--to <url>', 'esdb://… of the copy', connectionString)
    .action(({ to }: To) =>
      onStoppedInstallation(async ({ eventStoreUrl }) => {
        const { events, digest } = await compareWith(eventStoreUrl, to);
        say(`${events} events are equal (${digest})`);
      }),
    );
  return group;
}

function connectionString(text: string): string {
  if (!/^esdb(\+discover)?:\/\/\S+$/.test(text)) throw new InvalidArgumentError('a store is esdb://… or esdb+discover://….');
  return text;
}

function say(line: string): void {
  console.log(line);
}
