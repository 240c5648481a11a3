import { existsSync } from 'node:fs';
import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';

/** Takes the settings of a `.env` file in the current folder, if there is one; what the environment already has wins. */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return;
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    throw new CannotStart(`.env cannot be read (${(error as NodeJS.ErrnoException).code ?? 'broken'})`);
  }
}
