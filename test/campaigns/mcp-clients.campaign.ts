import { mcpClientsCampaign } from './mcp-clients/mcp-clients-campaign';
import { withParts } from './with-parts';

export async function run(): Promise<boolean> {
  const walked = await withParts(mcpClientsCampaign);
  for (const [name, { isDone, said }] of Object.entries(walked)) console.log(`${isDone ? 'walked' : 'FAILED'}  ${name}: ${said}`);
  return Object.values(walked).every(({ isDone }) => isDone);
}
