import { InvalidArgumentError, type Command } from 'commander';

/** What every command takes, after its own options. */
export function addConnectionFlags(command: Command): Command {
  return command
    .option('--json', 'data as JSON: one line for each answer, and for each item of what streams')
    .option('--profile <name>', 'profile with address and keys (PPS_PROFILE; default)')
    .option('--production', 'the key of production instead of that of the sandbox')
    .option('--service <url>', 'address of the service (PPS_BASE_URL)')
    .option('--timeout <seconds>', 'how long a try may take; of a file it begins anew with each piece; 60 when absent', readSeconds);
}

const longestSeconds = 86_400;

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!(text.trim() !== '' && seconds >= 0.001 && seconds <= longestSeconds))
    throw new InvalidArgumentError(`It must be from 0.001 to ${longestSeconds}.`);
  return seconds;
}
