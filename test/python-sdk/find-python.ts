import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { findDebianProgram } from '@pps/embedded';
import { installInTurn } from '../setup/install-in-turn';

const execute = promisify(execFile);
const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** The Python of this machine; installed where there is none and that can be done, else an error that says what to install. */
export async function findPython(): Promise<string> {
  return findDebianProgram({
    name: 'python3',
    purpose: 'the Python SDK is tested with',
    howToGetIt: 'Install Python 3.9 or newer (apt-get install python3).',
    log,
    run: installInTurn,
  });
}

let looked: Promise<string> | undefined;

/** A Python that has `httpx`: Debian's own, with its package. */
export function findPythonWithHttpx(): Promise<string> {
  looked ??= lookForHttpx();
  return looked;
}

async function lookForHttpx(): Promise<string> {
  const all = [await findPython(), '/usr/bin/python3'];
  for (const python of all) if (await hasHttpx(python)) return python;
  const howToGetIt = 'Install httpx for Python (apt-get install python3-httpx).';
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error(howToGetIt);
  log('python3-httpx, which the Python SDK is tested with, is not installed: installing it once by apt-get install python3-httpx');
  await installInTurn('apt-get', ['update', '-q']);
  await installInTurn('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'python3-httpx']);
  if (!(await hasHttpx('/usr/bin/python3'))) throw new Error(howToGetIt);
  return '/usr/bin/python3';
}

const hasHttpx = (python: string): Promise<boolean> =>
  execute(python, ['-c', 'import httpx'], { timeout: 60_000 }).then(
    () => true,
    () => false,
  );
