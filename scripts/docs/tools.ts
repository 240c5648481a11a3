import { readFileSync, writeFileSync } from 'node:fs';
import { toolsPage } from '../../apps/api/mcp/tools-page';

const page = 'docs/mcp.md';

export async function run(): Promise<void> {
  writeFileSync(page, toolsPage(readFileSync(page, 'utf8')));
}
