import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandFailed } from '../command-failed';

const codeOf = (error: unknown): string => String((error as { readonly code?: unknown }).code ?? 'unknown');

/** The text of a file that its owner alone may read; null where there is none. Throws for a link, and for one that others may read or that is somebody else's. */
export function readPrivateFile(file: string): string | null {
  let opened: number;
  try {
    opened = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    if (codeOf(error) === 'ELOOP') throw new CommandFailed(`${file} is a symbolic link; it must be a file of its own`, 'usage');
    throw new CommandFailed(`${file} cannot be read (${codeOf(error)})`, 'usage');
  }
  try {
    const found = fstatSync(opened);
    if (!found.isFile()) throw new CommandFailed(`${file} is not a file`, 'usage');
    if (process.platform !== 'win32') {
      if ((found.mode & 0o077) !== 0)
        throw new CommandFailed(
          `${file} can be read or written by others; say \`chmod 600 ${file}\`, and revoke its keys if somebody may have`,
          'usage',
        );
      if (process.getuid && found.uid !== process.getuid()) throw new CommandFailed(`${file} belongs to somebody else`, 'usage');
    }
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}

/** Writes it whole or not at all, for its owner alone. */
export function writePrivateFile(file: string, text: string): void {
  const beside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const opened = openSync(beside, 'wx', 0o600);
    try {
      writeWhole(opened, Buffer.from(text));
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(beside, file);
  } catch (error) {
    try {
      unlinkSync(beside);
    } catch {
      // It was not made, or is in place already.
    }
    throw new CommandFailed(`${file} cannot be written (${codeOf(error)})`, 'usage');
  }
}

function writeWhole(opened: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(opened, bytes, written);
}
