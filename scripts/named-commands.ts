import { Command } from 'commander';

/** What a module exports that is run by a name. */
export interface NamedCommand {
  /** Declares what its command line takes (default: nothing). */
  readonly options?: (command: Command) => Command;
  /** Resolves false when what it checks does not hold; then the exit code is 1, as when it throws. */
  run(options: object): Promise<boolean | void>;
}

export interface Named {
  /** One sentence. */
  readonly about: string;
  readonly load: () => Promise<NamedCommand>;
}

/**
 * Runs what the command line names; `script` is the npm script that was called. Without a name, or with one that is not known, it lists all of
 * them, and the exit code is 1.
 */
export function runNamed(script: string, all: Readonly<Record<string, Named>>, args: readonly string[] = process.argv.slice(2)): void {
  const [name, ...rest] = args;
  const named = name !== undefined && Object.hasOwn(all, name) ? all[name] : undefined;
  if (name === undefined || !named) {
    console.error(`${name === undefined ? '' : `There is no ${script} ${name}.\n\n`}${listOf(script, all)}`);
    process.exitCode = 1;
    return;
  }
  runOne(`npm run ${script} ${name} --`, named, rest).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}

async function runOne(called: string, { about, load }: Named, args: readonly string[]): Promise<void> {
  const { options = (command) => command, run } = await load();
  const command = options(new Command(called).description(about)).showHelpAfterError(
    `npm keeps options to itself unless they come after --`,
  );
  command.parse(args, { from: 'user' });
  if ((await run(command.opts())) === false) process.exitCode = 1;
}

function listOf(script: string, all: Readonly<Record<string, Named>>): string {
  const width = Math.max(...Object.keys(all).map(({ length }) => length));
  const lines = Object.entries(all).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return `npm run ${script} <name>, its options after --, such as npm run ${script} <name> -- --help\n\n${lines.join('\n')}`;
}
