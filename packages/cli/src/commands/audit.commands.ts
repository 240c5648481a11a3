import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { addConnectionFlags } from '../add-connection-flags';
import { CommandFailed } from '../command-failed';
import { connectClient } from '../connect-client';
import type { ConnectionFlags } from '../credentials/find-credential';
import { findProjectId } from '../credentials/find-own-key';
import { auditOperations } from '../generated/audit';
import { operationCommands } from '../operations/operation-commands';
import { showValue } from '../output/show-value';

/** `pps audit …`: what the service answers, and a verification on this machine. */
export function auditCommands(): Command {
  const group = operationCommands('audit', auditOperations);
  const verify = group
    .command('verify')
    .description('Downloads the history of the project and recomputes it against every signed checkpoint.')
    .option(
      '--checkpoints <file>',
      'checkpoints that were kept elsewhere, one JSON each line: without any, a history that was rewritten whole looks right',
    );
  addConnectionFlags(verify).action(verifyHistory);
  return group;
}

async function verifyHistory({ checkpoints, ...flags }: ConnectionFlags & { readonly checkpoints?: string }): Promise<void> {
  const kept = checkpoints === undefined ? [] : readCheckpoints(checkpoints);
  const { client } = connectClient(flags);
  const verdict = await client.audit.verify({ workspaceId: await findProjectId(client), checkpoints: kept });
  showValue(verdict, { json: flags.json === true });
  if (!verdict.valid) throw new CommandFailed(`the history is not what was signed: ${verdict.fault}`, 'wrong');
}

type Kept = { readonly size: number; readonly root_hash: string; readonly key_id: string; readonly signature: string };

function readCheckpoints(file: string): readonly Kept[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as Kept);
  } catch {
    throw new CommandFailed(`${file} cannot be read as checkpoints, one JSON each line`, 'usage');
  }
}
