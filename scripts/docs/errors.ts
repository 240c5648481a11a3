import { writeFileSync } from 'node:fs';
import { errorsPage } from '../../apps/api/manual/error-pages';

export async function run(): Promise<void> {
  writeFileSync('docs/errors.md', errorsPage());
}
