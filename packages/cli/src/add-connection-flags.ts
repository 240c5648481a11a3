import type { Command } from 'commander';

/** What every command takes, after its own options. */
export function addConnectionFlags(command: Command): Command {
  return command
    .option('--json', 'data as JSON: one line for each answer, and for each item of what streams')
    .option('--profile <name>', 'profile with address and keys (PPS_PROFILE; default)')
    .option('--production', 'the key of production instead of that of the sandbox')
    .option('--service <url>', 'address of the service (PPS_URL)');
}
