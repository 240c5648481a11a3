import { writeFileSync } from 'node:fs';
import { webhookPages } from '../webhooks/webhook-pages';

export async function run(): Promise<void> {
  for (const [file, text] of Object.entries(webhookPages())) writeFileSync(file, text);
}
