import { resolve } from 'node:path';
import { startCommand } from '../standalone/started-program';

export interface Ended {
  readonly code: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as an operator would, to its end. */
export async function pinctl(settings: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
  const program = startCommand([process.execPath, resolve('scripts/pinctl.mjs'), ...args], { ...settings });
  const code = await program.ended;
  return { code, stdout: program.stdout.join('\n'), stderr: program.stderr.join('\n') };
}
