import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { previewDescription } from '../../apps/api/docs/preview-description';
import { committedModel } from '../sdk/document-file';
import { packagesVersion, releasedSdkFolder, sdkRecord, unannouncedBreaches } from '../sdk/released-sdk';
import { hiddenBreaches, interfaceRecord, releasedFolder } from './released-interface';

previewDescription()
  .then((document) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    const model = committedModel();
    const hidden = [...hiddenBreaches(version, document), ...unannouncedBreaches({ version: packagesVersion(), model })];
    if (hidden.length > 0) throw new Error(`nothing is recorded, as it would hide what breaks clients:\n${hidden.join('\n')}`);
    record(join(releasedFolder, `${version}.json`), interfaceRecord(document));
    record(join(releasedSdkFolder, `${packagesVersion()}.json`), sdkRecord(model));
    process.exit(0);
  })
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });

function record(path: string, text: string): void {
  writeFileSync(path, text);
  process.stdout.write(`${path}\n`);
}
