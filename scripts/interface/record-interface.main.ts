import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { previewDescription } from '../../apps/api/docs/preview-description';
import { interfaceRecord, releasedFolder } from './released-interface';

previewDescription().then(
  (document) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    const path = join(releasedFolder, `${version}.json`);
    writeFileSync(path, interfaceRecord(document));
    process.stdout.write(`${path}\n`);
    process.exit(0);
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
