import { accessSync, constants, openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { CommandFailed } from '../command-failed';

/** A file to be sent, read only as it goes; `-` is standard input. */
export async function openFile(name: string): Promise<{ readonly content: Blob; readonly name: string }> {
  if (name === '-') {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of process.stdin) parts.push(new Uint8Array(part as Buffer));
    return { content: new Blob(parts), name: 'stdin' };
  }
  try {
    accessSync(name, constants.R_OK);
    return { content: await openAsBlob(name), name: basename(name) };
  } catch (error) {
    throw new CommandFailed(`${name} cannot be read (${String((error as { readonly code?: unknown }).code ?? 'unknown')})`, 'usage');
  }
}
