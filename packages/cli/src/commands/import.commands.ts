import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { addConnectionFlags } from '../add-connection-flags';
import { CommandFailed } from '../command-failed';
import { connectClient } from '../connect-client';
import type { ConnectionFlags } from '../credentials/find-credential';
import { openFile } from '../operations/open-file';
import { say } from '../output/say';
import { showValue } from '../output/show-value';

interface ImportFlags extends ConnectionFlags {
  readonly watch?: boolean;
  readonly failed?: string;
  readonly again?: boolean;
}

/** `pps import FILE`. */
export const importCommand = (): Command =>
  addConnectionFlags(
    new Command('import')
      .argument('<file>', 'a CSV file, or - for standard input')
      .option('--watch', 'waits for its end, tells how far it is, and fails where rows failed')
      .option('--failed <file>', 'where the failed rows go; the name of the file with .failed.csv when absent')
      .option('--again', 'imports the same file once more, as another one'),
  ).action(importFile);

const aWeekMs = 7 * 86_400_000;

/** The name of an import follows from what is in the file: the same command after Ctrl-C, a crash or a lost answer goes on with the same import. */
async function importFile(name: string, flags: ImportFlags): Promise<void> {
  const json = flags.json === true;
  const file = await openFile(name);
  const bytes = new Uint8Array(await file.content.arrayBuffer());
  const { client } = connectClient(flags);
  const idempotencyKey = flags.again === true ? undefined : `pps-${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}`;
  const { data: made, isReplay } = await client.imports.createFromCsv(file, { idempotencyKey }).withResponse();
  if (isReplay) say(`import ${made.id} was begun before: this goes on with it (--again makes another one)`, 'faint');
  if (flags.watch !== true) return showValue(isReplay ? await client.imports.get(made.id) : made, { json });
  for (let now = await client.imports.get(made.id); ; now = await client.imports.get(made.id)) {
    say(`${now.processed_rows} of ${now.total_rows} rows, ${now.failed_rows} failed`);
    if (['completed', 'completed_with_errors', 'failed'].includes(now.status)) break;
    await new Promise((done) => setTimeout(done, 1_000));
  }
  const ended = await client.waitUntilSettled(await client.imports.get(made.id), { timeoutMs: aWeekMs });
  showValue(ended, { json });
  if (ended.failed_rows > 0) {
    const out = flags.failed ?? `${name === '-' ? 'stdin' : name}.failed.csv`;
    writeRows(out, await client.imports.getFailedRows(made.id));
    throw new CommandFailed(`${ended.failed_rows} rows failed; they are in ${out}`, 'refused');
  }
  if (ended.status === 'failed') throw new CommandFailed('the import failed', 'refused');
}

function writeRows(file: string, rows: string): void {
  try {
    writeFileSync(file, rows);
  } catch (error) {
    throw new CommandFailed(`${file} cannot be written (${String((error as { readonly code?: unknown }).code)})`, 'usage');
  }
}
