import { runCommand, type RunCommand } from '@pps/embedded';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a command of an installation when no other test file does: they start side by side, and apt works for one at a time. */
export const installInTurn: RunCommand = (command, args) =>
  runCommand('flock', ['--timeout', '200', join(tmpdir(), 'tests-install.lock'), command, ...args]);
