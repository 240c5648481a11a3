import { writeFileSync } from 'node:fs';
import type { PinPublishing } from 'pin-publishing';
import { CommandFailed } from '../command-failed';
import { connectClient } from '../connect-client';
import { openFile } from './open-file';
import type { ConnectionFlags } from '../credentials/find-credential';
import { cleanLines } from '../output/clean-text';
import { say } from '../output/say';
import { showValue } from '../output/show-value';
import { watchUntilSettled } from './watch-until-settled';
import type { OperationCommand } from './operation-command';
import { readGiven, type Given } from './read-given';

interface Started extends PromiseLike<unknown>, AsyncIterable<unknown> {}
type Method = (...args: readonly unknown[]) => Started;

/** Carries out an operation and prints what it answers. */
export async function runOperation(operation: OperationCommand, args: readonly string[], options: Given): Promise<void> {
  const json = options['json'] === true;
  const { answer, settles, validates, taken } = operation;
  const given = readGiven(operation, options);
  const path = args.slice(0, operation.path.length);
  const what = taken === 'file' ? [await openFile(args.at(-1) ?? '')] : taken === 'nothing' ? [] : [given];
  const { client } = connectClient(options as ConnectionFlags);
  if (validates && options['dryRun'] === true) {
    showValue(await methodOf(client, operation.resource, 'validate')(...path, ...what), { json });
    return say('nothing was done', 'faint');
  }
  const started = methodOf(client, operation.resource, operation.method)(...path, ...what);
  switch (answer) {
    case 'lines':
      return showEach(started, true);
    case 'list':
      return options['all'] === true ? showEach(started, json) : showPage(await started, json);
    case 'text':
    case 'bytes':
      return writeOut(await started, options['out']);
    default: {
      const answered = await started;
      showValue(answered, { json });
      if (settles && options['watch'] === true) await watchUntilSettled(client, answered, { json });
    }
  }
}

function methodOf(client: PinPublishing, resource: string, method: string): Method {
  const found = (client as unknown as Readonly<Record<string, Readonly<Record<string, Method>>>>)[resource]?.[method];
  if (!found) throw new Error(`the SDK has no ${resource}.${method}`);
  return found;
}

async function showEach(items: AsyncIterable<unknown>, json: boolean): Promise<void> {
  for await (const item of items) showValue(json ? item : [item], { json });
}

function showPage(answered: unknown, json: boolean): void {
  const { items, total, nextCursor, body } = answered as Readonly<Record<string, unknown>>;
  showValue(json ? body : items, { json });
  if (nextCursor !== null)
    say(`more: --cursor ${String(nextCursor)}, or --all${total === null ? '' : ` (${String(total)} in all)`}`, 'faint');
}

/** Writes a text or bytes as they are; a text that goes to a terminal cannot steer it. */
export function writeOut(content: unknown, out: unknown): void {
  const bytes = typeof content === 'string' ? content : (content as Uint8Array);
  if (typeof out !== 'string') {
    if (process.stdout.isTTY && typeof bytes !== 'string')
      throw new CommandFailed('these bytes are for no terminal: --out <file>', 'usage');
    // What goes on to a program stays as it is.
    return void process.stdout.write(process.stdout.isTTY && typeof bytes === 'string' ? cleanLines(bytes) : bytes);
  }
  try {
    writeFileSync(out, bytes);
  } catch (error) {
    throw new CommandFailed(`${out} cannot be written (${String((error as { readonly code?: unknown }).code)})`, 'usage');
  }
}
