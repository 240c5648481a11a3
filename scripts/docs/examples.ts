import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { previewDescription } from '../../apps/api/docs/preview-description';
import { chooseExamples, type OperationExample } from '../interface/choose-examples';
import { steadyExamples } from '../interface/steady-examples';
import { walkFreshService } from '../interface/walk-fresh-service';

const folder = 'apps/api/docs/examples';

/** Writes a file of examples for each tag, from a walk through a service of its own; throws where the walk did not get everywhere. */
export async function run(): Promise<void> {
  const begunAt = new Date();
  const { steps, broken, service } = await walkFreshService();
  const faults = steps.flatMap(({ operation, fault }) => (fault === null ? [] : [`${operation.id}: ${fault}`]));
  if (broken.length + faults.length > 0) throw new Error(`the walk did not get everywhere:\n${[...broken, ...faults].join('\n')}`);
  const addresses = [
    { from: service.receiverUrl, to: 'https://hooks.example.com/pins' },
    { from: new URL(service.receiverUrl).host, to: 'hooks.example.com' },
    { from: service.baseUrl, to: 'http://127.0.0.1:3000' },
    { from: service.simulatorsUrl, to: 'http://127.0.0.1:3900' },
  ];
  const examples = steadyExamples(await chooseExamples(steps), addresses, begunAt);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [tag, some] of await byTag(examples)) writeFileSync(join(folder, `${tag}.json`), JSON.stringify(Object.fromEntries(some)));
  execFileSync('node_modules/.bin/oxfmt', [folder], { timeout: 60_000 });
}

async function byTag(examples: Readonly<Record<string, OperationExample>>): Promise<ReadonlyMap<string, [string, OperationExample][]>> {
  const { paths } = await previewDescription();
  const found = new Map<string, [string, OperationExample][]>();
  for (const methods of Object.values(paths)) {
    for (const operation of Object.values(methods) as { readonly operationId: string; readonly tags: readonly [string] }[]) {
      const example = examples[operation.operationId];
      const [tag] = operation.tags;
      if (example) found.set(tag, [...(found.get(tag) ?? []), [operation.operationId, example]]);
    }
  }
  return found;
}
