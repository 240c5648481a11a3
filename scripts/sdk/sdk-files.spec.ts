import { readFileSync } from 'node:fs';
import { previewDescription } from '../../apps/api/docs/preview-description';
import { sdkFiles } from './sdk-files';

test('the committed document and all that is written from it are those of the interface', async () => {
  const files = sdkFiles(await previewDescription());
  const stale = Object.entries(files).filter(([file, text]) => readFileSync(file, 'utf8') !== text);
  expect(stale.map(([file]) => file)).toEqual([]);
});
