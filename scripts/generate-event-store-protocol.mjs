// Writes libs/local-event-store/protocol/generated anew from the .proto files beside it. Fetches buf and ts-proto for the moment.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const protocol = join(dirname(fileURLToPath(import.meta.url)), '../libs/local-event-store/protocol');
const generated = join(protocol, 'generated');

const template = {
  version: 'v2',
  plugins: [
    {
      local: 'protoc-gen-ts_proto',
      out: generated,
      include_imports: true,
      include_wkt: true,
      opt: [
        'env=browser',
        'esModuleInterop=true',
        'exportCommonSymbols=false',
        'forceLong=bigint',
        'oneof=unions-value',
        'outputClientImpl=false',
        'outputJsonMethods=false',
        'outputPartialMethods=false',
        'outputServices=grpc-js',
        'useExactTypes=false',
        'useOptionals=none',
      ],
    },
  ],
};

rmSync(generated, { recursive: true, force: true });
const packages = ['@bufbuild/buf@1.75.0', 'ts-proto@2.18.0'].map((name) => `--package=${name}`);
const generate = ['buf', 'generate', join(protocol, 'proto'), '--template', JSON.stringify(template)];
execFileSync('npx', ['--yes', ...packages, '--', ...generate], { stdio: 'inherit' });
