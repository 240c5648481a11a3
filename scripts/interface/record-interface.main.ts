import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { previewDescription } from '../../apps/api/docs/preview-description';
import { committedModel } from '../sdk/document-file';
import { packagesVersion, releasedSdkFolder, sdkRecord } from '../sdk/released-sdk';
import { interfaceRecord, releasedFolder } from './released-interface';

previewDescription().then(
  (document) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    record(join(releasedFolder, `${version}.json`), interfaceRecord(document));
    record(join(releasedSdkFolder, `${packagesVersion()}.json`), sdkRecord(committedModel()));
    process.exit(0);
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);

function record(path: string, text: string): void {
  writeFileSync(path, text);
  process.stdout.write(`${path}\n`);
}
