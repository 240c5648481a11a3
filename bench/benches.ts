import type { Named } from '../scripts/named-commands';

/** Measurements, each with something to compare it with in the same run. */
export const benches: Readonly<Record<string, Named>> = {
  accept: {
    about: 'How many pins per second are accepted, beside raw appends, one INSERT and two job queues.',
    load: () => import('./accept.bench'),
  },
  append: {
    about: 'How fast the event store takes appends, beside plain INSERTs into the same PostgreSQL.',
    load: () => import('./append.bench'),
  },
  sealing: {
    about: 'Appends of pins whose texts are sealed, and appends beside the index and trees of histories, beside appends in the clear.',
    load: () => import('./sealing.bench'),
  },
  replay: {
    about: 'How many events per second all projections replay, beside a bare read of the same events.',
    load: () => import('./replay.bench'),
  },
  'enqueue-to-call': {
    about: 'From the answer of a creation to the platform’s call, while there are tokens for all.',
    load: () => import('./enqueue-to-call.bench'),
  },
  webhooks: {
    about: 'Webhook deliveries per second beside undici posting the same bodies, and how long from a fact to its arrival.',
    load: () => import('./webhooks.bench'),
  },
  reads: {
    about: 'How many reads per second of one pin and of a page of 50, with a key, beside a route that answers from memory.',
    load: () => import('./reads.bench'),
  },
  search: {
    about: 'How long a page with its exact total takes where it is searched in a million pins, beside the newest page.',
    load: () => import('./search.bench'),
  },
  proofs: {
    about: 'How long proofs of a tree with a million leaves take, beside one row read by its key.',
    load: () => import('./proofs.bench'),
  },
  'console-proofs': {
    about: 'How long the console’s worker takes in Chromium for a proof of one fact and for an export, beside the same file in Node.',
    load: () => import('./console-proofs.bench'),
  },
  mcp: { about: 'What a call of a tool at /mcp costs beside the route that does the same.', load: () => import('./mcp.bench') },
  sdk: {
    about: 'What a call by each SDK costs beside bare fetch and http.client, and how long pps and the generator take.',
    load: () => import('./sdk.bench'),
  },
  firing: {
    about: 'How late schedules fire that are all due in one second, and the CPU milliseconds that each process spends on one.',
    load: () => import('./firing.bench'),
  },
  cpu: {
    about: 'CPU milliseconds that each process spends on one accepted pin, beside one raw append.',
    load: () => import('./cpu.bench'),
  },
  steady: {
    about: 'CPU milliseconds that a pin costs from its request to its webhook, at a few pins per second.',
    load: () => import('./steady.bench'),
  },
  'change-streams': {
    about: 'What 1,000 open streams of changes cost: memory, and creations with and without them.',
    load: () => import('./change-streams.bench'),
  },
  console: {
    about: 'What people feel in the console: first load, clicks, 100,000 rows, changes on the screen, cut streams.',
    load: () => import('./console.bench'),
  },
  'database-ways': {
    about: 'What PgBouncer and a standby that confirms cost who creates pins, and the connections of several sites.',
    load: () => import('./database-ways.bench'),
  },
  'request-log': {
    about: 'Accepted pins per second and CPU milliseconds on each, with REQUEST_LOG on and off by turns.',
    load: () => import('./request-log.bench'),
  },
  memory: {
    about: 'Resident memory of every process of the standalone start while pins queue up.',
    load: () => import('./memory.bench'),
  },
  rest: {
    about: 'CPU milliseconds a second and memory of every process of the standalone start while nobody uses it.',
    load: () => import('./rest.bench'),
  },
  'hostile-client': {
    about: 'What one client’s flood does to the logins and reads of others, quiet and under it by turns.',
    load: () => import('./hostile-client.bench'),
  },
  'tenant-loads': {
    about: 'What one tenant’s load does to the creations, reads and deliveries of another, quiet and under it by turns.',
    load: () => import('./tenant-loads.bench'),
  },
};
