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
  replay: {
    about: 'How many events per second all projections replay, beside a bare read of the same events.',
    load: () => import('./replay.bench'),
  },
  'large-log': {
    about: 'The same measurements of the local event store at growing sizes of the log.',
    load: () => import('./large-log.bench'),
  },
  'enqueue-to-call': {
    about: 'From the answer of a creation to the platform’s call, while there are tokens for all.',
    load: () => import('./enqueue-to-call.bench'),
  },
  'pacer-round': {
    about: 'What one round of the pacer costs while 1,000, 10,000 and 100,000 accounts wait, beside one bare page.',
    load: () => import('./pacer-round.bench'),
  },
  webhooks: {
    about: 'Webhook deliveries per second beside undici posting the same bodies, and how long from a fact to its arrival.',
    load: () => import('./webhooks.bench'),
  },
  outbox: {
    about: 'How many facts per second the outbox of webhooks appends, of pins that it has stored and of pins it has to read.',
    load: () => import('./outbox.bench'),
  },
  auth: {
    about: 'What a credential costs: GET with a key and with a session token, beside the same route without.',
    load: () => import('./auth.bench'),
  },
  reads: {
    about: 'How many reads per second of one pin and of a page of 50, with a key, beside a route that answers from memory.',
    load: () => import('./reads.bench'),
  },
  cpu: {
    about: 'CPU milliseconds that each process spends on one accepted pin, beside one raw append.',
    load: () => import('./cpu.bench'),
  },
  'request-path': {
    about: 'Through how many files and functions of ours one creation of a pin passes in the API.',
    load: () => import('./request-path.bench'),
  },
  memory: {
    about: 'Resident memory of every process of the standalone start while pins queue up.',
    load: () => import('./memory.bench'),
  },
  'hostile-client': {
    about: 'What one client’s flood does to the logins and reads of others, quiet and under it by turns.',
    load: () => import('./hostile-client.bench'),
  },
  'hanging-endpoints': {
    about: 'From a creation to its event’s arrival at one tenant’s endpoint, alone and while those of 64 others hang.',
    load: () => import('./hanging-endpoints.bench'),
  },
  'tenant-loads': {
    about: 'What one tenant’s load does to the creations, reads and deliveries of another, quiet and under it by turns.',
    load: () => import('./tenant-loads.bench'),
  },
  imports: {
    about: 'Rows per second of an import beside csv-parse alone and beside batches; resident memory at 500 maximal rows.',
    load: () => import('./imports.bench'),
  },
  firing: {
    about:
      'How late schedules fire that are due in one second or at random moments, beside pins in batches; also while a million others wait.',
    load: () => import('./firing.bench'),
  },
  lists: {
    about: 'How long pages of 10,000 to 1,000,000 pins take by each sort and filter, beside the bare SQL of one page.',
    load: () => import('./lists.bench'),
  },
  analytics: {
    about: 'How long the worked queries of analysts take at a million pins, for a login that sees one organization.',
    load: () => import('./analytics.bench'),
  },
  audit: {
    about: 'What a history costs: its leaves, its export and its verification beside COPY of the same lines, and a proof.',
    load: () => import('./audit.bench'),
  },
  'as-of': {
    about: 'How long the five routes that take `as_of` need in a workspace of 100,000 pins, beside the same routes without it.',
    load: () => import('./as-of.bench'),
  },
};
