import { writeFileSync } from 'node:fs';
import { platformFaultsPage } from '../../test/platform-faults/page';

export async function run(): Promise<void> {
  writeFileSync('docs/platform-faults.md', platformFaultsPage());
}
