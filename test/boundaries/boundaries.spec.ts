import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { plantTree } from './planted-tree';

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

const rules: readonly { readonly name: string }[] = createRequire(__filename)('../../.dependency-cruiser.cjs').forbidden;

// What the planted files import; by itself it breaks no rule.
const ground: Readonly<Record<string, string>> = {
  'libs/kernel/index.ts': "import { v7 } from 'uuid';\nexport const newId = v7;",
  'libs/concurrency/index.ts': "import { Mutex } from 'async-mutex';\nexport const mutex = Mutex;",
  'libs/event-store/index.ts': "import { EventStoreDBClient } from '@eventstore/db-client';\nexport const client = EventStoreDBClient;",
  'libs/read-store/index.ts': "import { knex } from 'knex';\nexport const database = knex;",
  'libs/work-queue/index.ts': "import { connect } from 'nats';\nexport const queue = connect;",
  'libs/runtime/index.ts': "import { newId } from '@pps/kernel';\nexport const runtime = newId;",
  'libs/pins/pin.events.ts': 'export type PinFact = { readonly type: string };',
  'libs/pins/pin.decider.ts':
    "import type { PinFact } from './pin.events';\nimport { newId } from '@pps/kernel';\nexport const pin = (fact: PinFact) => [fact, newId];",
  'libs/pins/publish.work.ts': "import { pin } from './pin.decider';\nexport const publish = pin;",
  'libs/pins/events.ts': "export type { PinFact } from './pin.events';",
  'libs/pins/index.ts': "export { publish } from './publish.work';",
  'libs/webhooks/notify.process.ts': "import type { PinFact } from '@pps/pins/events';\nexport const notify = (fact: PinFact) => fact;",
  'libs/webhooks/index.ts': "export { notify } from './notify.process';",
  'projections/pins/pins.projection.ts':
    "import type { PinFact } from '@pps/pins/events';\nexport const project = (fact: PinFact) => fact;",
  'projections/pins/pins.query.ts': 'export const listPins = 1;',
  // The one file of projections that may know a lib's own read models.
  'projections/index.ts':
    "import { publish } from '@pps/pins';\nimport { project } from './pins/pins.projection';\nexport const all = [publish, project];",
  'libs/use-cases/create-pin.ts':
    "import { publish } from '@pps/pins';\nimport { listPins } from '@projections/pins/pins.query';\nexport const createPin = [publish, listPins];",
  'libs/use-cases/index.ts': "export { createPin } from './create-pin';",
  'bench/accept.ts': "import { publish } from '@pps/pins';\nexport const accept = publish;",
  'demo/main.ts': 'export const demo = 1;',
  'test/setup/fresh-database.ts': 'export const database = 1;',
  'test/story.ts': "import { database } from './setup/fresh-database';\nexport const story = database;",
  'libs/read-store/lawful.pg.spec.ts': "import { database } from '../../test/setup/fresh-database';\nexport const used = database;",
  'packages/typescript/src/index.ts': 'export const client = 1;',
  'packages/cli/src/main.ts': 'export const program = 1;',
  'apps/console/src/main.ts': "import { client } from 'pin-publishing';\nexport const console = client;",
  'apps/api/main.ts':
    "import { runtime } from '@pps/runtime';\nimport { createPin } from '@pps/use-cases';\nexport const main = [createPin, runtime];",
};

const importing = (from: string) => `import * as imported from '${from}';\nexport const used = imported;`;

const planted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'kernel-imports-nothing': { 'libs/kernel/planted.ts': importing('pino') },
  'concurrency-imports-nothing': { 'libs/concurrency/planted.ts': importing('@pps/kernel') },
  'receiver-imports-nothing': { 'libs/webhook-receiver/planted.ts': importing('@pps/kernel') },
  'sdk-imports-nothing': { 'packages/typescript/src/planted.ts': importing('@pps/kernel') },
  'console-knows-the-sdk-alone': {
    'apps/console/src/planted.tsx': importing('@pps/kernel'),
    'apps/console/src/planted-host.ts': importing('../../api/main'),
    'apps/console/src/planted-verifier.ts': importing('../../../packages/typescript/src/generated/verify-history'),
  },
  'nothing-imports-the-console': { 'apps/api/planted-console.ts': importing('../console/src/main') },
  'cli-knows-the-sdk-alone': { 'packages/cli/src/planted.ts': importing('@pps/kernel') },
  'libs-never-import-hosts': { 'libs/runtime/planted-host.ts': importing('../../apps/api/main') },
  'specs-share-the-set-up-only': { 'libs/runtime/planted-story.pg.spec.ts': importing('../../test/story') },
  'libs-know-no-nest': { 'libs/connections/planted-nest.ts': importing('@nestjs/common') },
  'libs-never-import-projections': { 'libs/read-store/planted.ts': importing('@projections/pins/pins.projection') },
  'projections-never-import-hosts': { 'projections/pins/planted-host.ts': importing('../../apps/api/main') },
  'foundation-knows-no-business': { 'libs/runtime/planted-business.ts': importing('@pps/pins') },
  'business-libs-meet-through-facts': { 'libs/webhooks/planted.ts': importing('@pps/pins') },
  'use-cases-know-no-host': {
    'libs/use-cases/planted-fastify.ts': importing('fastify'),
    'libs/use-cases/planted-host.ts': importing('../../apps/api/main'),
    'libs/use-cases/planted-validator.ts': importing('class-validator'),
  },
  'use-cases-enter-by-the-doors': {
    'libs/use-cases/planted-door.ts': importing('@pps/pins/pin.decider'),
    'libs/use-cases/planted-projection.ts': importing('@projections/pins/pins.projection'),
  },
  'business-libs-never-import-use-cases': {
    'libs/webhooks/planted-use-case.ts': importing('@pps/use-cases'),
    'libs/runtime/planted-use-case.ts': importing('@pps/use-cases'),
  },
  'use-cases-have-one-door': { 'apps/api/planted-use-case.ts': importing('@pps/use-cases/create-pin') },
  'three-doors': {
    'apps/api/planted-door.ts': importing('@pps/pins/pin.decider'),
    'bench/planted-door.ts': importing('@pps/pins/pin.decider'),
    'demo/planted-door.ts': importing('@pps/pins/pin.decider'),
  },
  'projections-read-facts-only': {
    'projections/pins/planted-command.ts': importing('@pps/pins'),
    'projections/pins/index.ts': importing('@pps/pins'),
    'projections/planted-index.ts': importing('@pps/pins'),
  },
  'one-place-for-the-event-store-client': { 'libs/runtime/planted-client.ts': importing('@eventstore/db-client') },
  'one-place-for-postgres': { 'apps/api/planted-postgres.ts': importing('pg') },
  'one-place-for-nats': { 'projections/pins/planted-nats.ts': importing('nats') },
  'rules-touch-nothing': { 'libs/pins/planted-built-in.decider.ts': importing('node:fs') },
  'rules-know-no-effects': { 'libs/pins/planted-effect.events.ts': importing('./publish.work') },
  'what-runs-needs-no-dev-dependency': { 'libs/runtime/planted-dev-dependency.ts': importing('ajv') },
  'no-cycles': { 'libs/runtime/planted-a.ts': importing('./planted-b'), 'libs/runtime/planted-b.ts': importing('./planted-a') },
  'nothing-unresolved': { 'libs/runtime/planted-missing.ts': importing('@pps/nowhere') },
};

function violationsIn(files: Readonly<Record<string, string>>): readonly Violation[] {
  const tree = plantTree(files);
  try {
    const cruiser = join(resolve('node_modules'), '.bin', 'depcruise');
    const cruise = [
      ...['apps', 'libs', 'packages', 'projections', 'test', 'bench', 'demo'],
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
    ];
    const output = execFileSync(cruiser, cruise, { cwd: tree.folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, timeout: 280_000 });
    return JSON.parse(output).summary.violations;
  } finally {
    tree.remove();
  }
}

test('a tree that keeps the rules has no violations', () => {
  expect(violationsIn(ground)).toEqual([]);
});

describe('each rule bites on what it forbids', () => {
  let violations: readonly Violation[];

  beforeAll(() => {
    violations = violationsIn({ ...ground, ...Object.assign({}, ...Object.values(planted)) });
  });

  test.each(rules.map(({ name }) => name))('%s', (rule) => {
    const offenders = violations.filter((violation) => violation.rule.name === rule).map(({ from }) => from);
    const files = Object.keys(planted[rule] ?? {});
    expect(files).not.toEqual([]);
    // Of a cycle one file is named.
    const missed = files.filter((file) => !offenders.includes(file));
    expect(missed).toHaveLength(rule === 'no-cycles' ? files.length - 1 : 0);
  });

  test('and on nothing else', () => {
    const files = Object.values(planted).flatMap((plants) => Object.keys(plants));
    expect(violations.filter(({ from }) => !files.includes(from))).toEqual([]);
  });
});
