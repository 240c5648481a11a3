const business = '(identity|mail|workspaces|billing|connections|assets|pins|imports|schedules|webhooks|audit)';
const foundation =
  '(kernel|concurrency|event-store|local-event-store|read-store|vault|leases|asset-storage|work-queue|rate-limits|idempotency|request-log|platform|runtime|embedded|web-pages)';

/** Which folder may know which; each rule is shown to bite in test/boundaries/boundaries.spec.ts. */
module.exports = {
  forbidden: [
    {
      name: 'kernel-imports-nothing',
      severity: 'error',
      from: { path: '^libs/kernel/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^libs/kernel/', 'node_modules/uuid/'] },
    },
    {
      name: 'concurrency-imports-nothing',
      comment: 'Mutex, single flight, retry, time-out: known to all, knowing nobody.',
      severity: 'error',
      from: { path: '^libs/concurrency/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^libs/concurrency/', 'node_modules/async-mutex/', '^(node:)?timers/promises$'] },
    },
    {
      name: 'receiver-imports-nothing',
      comment: 'Receivers take this lib as it is.',
      severity: 'error',
      from: { path: '^libs/webhook-receiver/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^libs/webhook-receiver/', '^(node:)?crypto$'] },
    },
    {
      name: 'sdk-imports-nothing',
      comment: 'Whoever integrates installs this package and no other.',
      severity: 'error',
      from: { path: '^packages/typescript/src/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^packages/typescript/src/' },
    },
    {
      name: 'cli-knows-the-sdk-alone',
      comment: 'What the command line can do, every integration can: by the SDK over the public interface.',
      severity: 'error',
      from: { path: '^packages/cli/src/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: ['^packages/cli/src/', '^packages/typescript/src/index\\.ts$', 'node_modules/commander/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'libs-never-import-hosts',
      comment: 'Specs against real parts take the parts of test/setup.',
      severity: 'error',
      from: { path: '^libs/', pathNot: '\\.(pg|esdb|nats)\\.spec\\.ts$' },
      to: { path: '^(apps|packages|test|bench|demo|scripts)/' },
    },
    {
      name: 'libs-know-no-nest',
      comment: 'Libs are plain functions and classes; Nest and its modules live in the hosts.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: 'node_modules/@nestjs/' },
    },
    {
      name: 'libs-never-import-projections',
      severity: 'error',
      from: { path: '^libs/', pathNot: '^libs/use-cases/' },
      to: { path: '^projections/' },
    },
    {
      name: 'projections-never-import-hosts',
      severity: 'error',
      from: { path: '^projections/', pathNot: '\\.(pg|esdb|nats)\\.spec\\.ts$' },
      to: { path: '^(apps|test|bench|demo|scripts)/' },
    },
    {
      name: 'specs-share-the-set-up-only',
      comment: 'A spec of a lib or projection may start real parts, but not a host or another story.',
      severity: 'error',
      from: { path: '^(libs|projections)/.*\\.spec\\.ts$' },
      to: { path: ['^(apps|bench|demo|scripts)/', '^test/(?!setup/)'] },
    },
    {
      name: 'foundation-knows-no-business',
      severity: 'error',
      from: { path: `^libs/${foundation}/` },
      to: { path: `^libs/${business}/` },
    },
    {
      name: 'business-libs-meet-through-facts',
      comment: 'A business lib sees another one only through its events.ts.',
      severity: 'error',
      from: { path: `^libs/${business}/`, pathNot: '\\.(spec|e2e)\\.ts$' },
      to: { path: `^libs/${business}/`, pathNot: ['^libs/$1/', '^libs/[^/]+/events\\.ts$'] },
    },
    {
      name: 'use-cases-know-no-host',
      comment: 'An ability is called by whoever asks: it knows neither HTTP nor how a request is read.',
      severity: 'error',
      from: { path: '^libs/use-cases/' },
      to: {
        path: [
          '^(apps|test|bench|demo|scripts)/',
          'node_modules/(fastify|@fastify|@nestjs/swagger|@nestjs/platform-fastify|class-validator|class-transformer)/',
        ],
      },
    },
    {
      name: 'use-cases-enter-by-the-doors',
      comment: 'An ability sees business libs by index.ts and events.ts, read models by their queries.',
      severity: 'error',
      from: { path: '^libs/use-cases/', pathNot: '\\.spec\\.ts$' },
      to: { path: [`^libs/${business}/(?!(index|events)\\.ts$)`, '^projections/(?!.*\\.query\\.ts$)'] },
    },
    {
      name: 'business-libs-never-import-use-cases',
      severity: 'error',
      from: { path: `^libs/(${business}|${foundation})/` },
      to: { path: '^libs/use-cases/' },
    },
    {
      name: 'use-cases-have-one-door',
      severity: 'error',
      from: { pathNot: '^libs/use-cases/' },
      to: { path: '^libs/use-cases/', pathNot: '^libs/use-cases/index\\.ts$' },
    },
    {
      name: 'three-doors',
      comment: 'From outside, a business lib is entered by index.ts, events.ts or testing.ts.',
      severity: 'error',
      from: { path: '^(apps|projections|test|bench|demo|scripts)/' },
      to: { path: `^libs/${business}/`, pathNot: '^libs/[^/]+/(index|events|testing)\\.ts$' },
    },
    {
      name: 'projections-read-facts-only',
      comment: 'The list of all read models names those too that a lib keeps for its own decisions.',
      severity: 'error',
      from: { path: '^projections/', pathNot: ['\\.spec\\.ts$', '^projections/index\\.ts$'] },
      to: { path: `^libs/${business}/`, pathNot: '^libs/[^/]+/events\\.ts$' },
    },
    {
      name: 'one-place-for-the-event-store-client',
      severity: 'error',
      from: { path: '^(apps|libs|projections)/', pathNot: ['^libs/event-store/', '^libs/local-event-store/'] },
      to: { path: 'node_modules/@eventstore/db-client' },
    },
    {
      name: 'one-place-for-postgres',
      severity: 'error',
      from: {
        path: '^(apps|libs|projections)/',
        pathNot: ['^libs/read-store/', '^libs/local-event-store/', '^libs/embedded/', '\\.spec\\.ts$'],
      },
      to: { path: 'node_modules/(pg|knex)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'one-place-for-nats',
      severity: 'error',
      from: { path: '^(apps|libs|projections)/', pathNot: ['^libs/work-queue/', '\\.spec\\.ts$'] },
      to: { path: 'node_modules/nats/' },
    },
    {
      name: 'rules-touch-nothing',
      comment: 'Streams, deciders, facts and upcasters: no framework, no node built-ins.',
      severity: 'error',
      from: { path: '\\.(decider|events|stream|upcasters)\\.ts$' },
      to: { dependencyTypes: ['core', 'npm'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-know-no-effects',
      comment: 'Streams, deciders, facts and upcasters: nothing that reacts to facts, acts outside or answers HTTP.',
      severity: 'error',
      from: { path: '\\.(decider|events|stream|upcasters)\\.ts$', pathNot: '^libs/event-store/' },
      to: {
        path: ['\\.(process|dispatcher|work|projection|query|controller|dto|module)\\.ts$', `^libs/${foundation.replace('kernel|', '')}/`],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'what-runs-needs-no-dev-dependency',
      comment: 'The image is installed without them.',
      severity: 'error',
      from: { path: '^(apps|libs|projections|demo)/', pathNot: '(\\.spec|\\.e2e|\\.fixture|\\.harness|/testing)\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-knows-the-sdk-alone',
      comment:
        'What the console can do, every integration can: by the SDK over the public interface. It verifies by the file that auditors get.',
      severity: 'error',
      from: { path: '^apps/console/' },
      to: {
        pathNot: [
          '^apps/console/',
          '^packages/typescript/src/index\\.ts$',
          '^docs/verify-history\\.mjs$',
          'node_modules/(react|react-dom|@types/react|@types/react-dom|wouter|@tanstack/react-(query|virtual)|papaparse|@types/papaparse)/',
        ],
      },
    },
    {
      name: 'nothing-imports-the-console',
      comment: 'It runs in browsers. Specs of what needs none stand with its other tests.',
      severity: 'error',
      from: { pathNot: '^(apps/console/|test/console/[^/]+[.]spec[.]ts$)' },
      to: { path: '^apps/console/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The clients of the demonstration are copied to where their types are generated, and run there.
    exclude: { path: '^dist(\\.|/)|^packages/[^/]+/dist/|^demo/clients/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default', 'types'],
    },
  },
};
