import { cliVersion } from './cli-version';

/** The command line `pps`. What asks for the version alone loads nothing. */
async function main(args: readonly string[]): Promise<number> {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    process.stdout.write(`${cliVersion}\n`);
    return 0;
  }
  const { runProgram } = await import('./run-program');
  return runProgram(args);
}

// Who reads no further (`pps pins list | head`) has got what he wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
