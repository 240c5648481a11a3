import { writeFileSync } from 'node:fs';
import { previewDescription } from '../../apps/api/docs/preview-description';
import { sdkFiles } from '../sdk/sdk-files';

export async function run(): Promise<void> {
  for (const [file, text] of Object.entries(sdkFiles(await previewDescription()))) writeFileSync(file, text);
}
