import { Command, CommanderError } from 'commander';
import { cliVersion } from './cli-version';
import { commandGroups } from './command-groups';
import { exitCodes, exitMeanings } from './exit-codes';

/** Carries out a command line; resolves with the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  const stop = (code: number) => () => process.exit(code);
  process.on('SIGINT', stop(exitCodes.interrupted)).on('SIGTERM', stop(exitCodes.interrupted));
  try {
    const program = await buildProgram(args);
    await program.parseAsync([...args], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const { showFailure } = await import('./output/show-failure');
    return showFailure(error, { json: args.includes('--json') });
  }
}

/** The program, with the commands of the group that is asked for, of the others their names; completions, and the manual (`all`), need every one. */
export async function buildProgram(args: readonly string[] | 'all'): Promise<Command> {
  const program = new Command('pps')
    .description(
      'The Pin Publishing Service on a command line. Data goes to standard output, all else to standard error; nothing ever asks.',
    )
    .version(cliVersion)
    .helpCommand(false)
    .addHelpText('after', `\nExit codes: ${helpOfCodes()}`)
    .exitOverride();
  const asked = args === 'all' ? undefined : args.find((word) => !word.startsWith('-'));
  const isWhole = args === 'all' || asked === 'completions';
  for (const [name, { about, load }] of Object.entries(commandGroups)) {
    const command = isWhole || asked === name ? await load() : new Command(name);
    program.addCommand(command.description(about));
  }
  inherit(program);
  return program;
}

const helpOfCodes = (): string =>
  Object.entries(exitCodes)
    .map(([name, code]) => `${code} ${exitMeanings[name as keyof typeof exitCodes]}`)
    .join('; ');

/** Commander gives a group that is added as a whole neither the exit handling nor the output of its parent. */
function inherit(command: Command): void {
  for (const each of command.commands) {
    each.copyInheritedSettings(command).helpCommand(false);
    inherit(each);
  }
}
