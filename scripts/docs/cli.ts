import { writeFileSync } from 'node:fs';
import { buildProgram } from '../../packages/cli/src/run-program';
import { cliPage } from '../sdk/cli/cli-page';

export async function run(): Promise<void> {
  writeFileSync('docs/cli.md', cliPage(await buildProgram('all')));
}
