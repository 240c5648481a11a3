import { readFileSync, writeFileSync } from 'node:fs';
import { withListedTools } from '../../apps/api/mcp/listed-tools';
import { toolsPage } from '../../apps/api/mcp/tools-page';

const page = 'docs/mcp.md';
const listed = 'docs/tools-listed.txt';

export async function run(): Promise<void> {
  writeFileSync(page, toolsPage(readFileSync(page, 'utf8')));
  writeFileSync(listed, withListedTools(readFileSync(listed, 'utf8')));
}
