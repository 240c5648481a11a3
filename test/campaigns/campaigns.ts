import type { Named } from '../../scripts/named-commands';

/** Long tests with chance and failures, each checked by invariants; their short forms are among the tests. */
export const campaigns: Readonly<Record<string, Named>> = {
  crash: {
    about: 'Kills and freezes one process after the other, now and then all of them, while pins are created; then checks every promise.',
    load: () => import('./crash.campaign'),
  },
  faults: {
    about: 'Lets parts fail one after the other while pins are created; each fault has an installation of its own.',
    load: () => import('./faults.campaign'),
  },
  'database-outage': {
    about: 'Takes the database away again and again while pins are published: cut, read-only, before a claim, with its pooler.',
    load: () => import('./database-outage.campaign'),
  },
  cluster: {
    about: 'Kills, freezes, cuts off, slows and restarts hosts of a small cluster and its NATS from a seed; then checks every promise.',
    load: () => import('./cluster.campaign'),
  },
  sites: {
    about:
      'Cuts off, freezes and kills whole sites, each a network namespace with every host and part but the event store, from a seed; checks the same.',
    load: () => import('./sites.campaign'),
  },
  upgrade: {
    about: 'Replaces the hosts of an older release by those of this one, one after the other while pins are created, and back again.',
    load: () => import('./upgrade.campaign'),
  },
  grants: {
    about: 'Official clients refresh many grants for many hours while answers are lost and processes killed; none may be signed out.',
    load: () => import('./grants.campaign'),
  },
  conformance: {
    about: 'Runs the official conformance suite of the Model Context Protocol, on its fixtures and on the service, and its sign-in.',
    load: () => import('./conformance.campaign'),
  },
  'mcp-clients': {
    about:
      'Installs clients of the protocol and of OAuth that others have written, and lets them sign a person in, call tools and refresh.',
    load: () => import('./mcp-clients.campaign'),
  },
  'tool-repeats': {
    about: 'Assistants repeat calls of tools that write, many at once, while processes are killed: what was asked for is there once.',
    load: () => import('./tool-repeats.campaign'),
  },
  'connector-floods': {
    about: 'Sends mutated messages of the protocol and registers programs, 100,000 of each: no fault, and neither rows nor memory grow.',
    load: () => import('./connector-floods.campaign'),
  },
  'planted-attacks': {
    about: 'Takes one guard of the connector after the other out of a copy of the service: the test of its attack has to fail.',
    load: () => import('./planted-attacks.campaign'),
  },
  rebuild: {
    about:
      'Creates and reads pins at a steady rate while a projection is rebuilt again and again; counts failed reads, compares p99 of writes.',
    load: () => import('./rebuild.campaign'),
  },
  'take-over': {
    about: 'Ends one of two orchestrators and projectors again and again: killed, frozen, asked to; measures until the others lead all.',
    load: () => import('./take-over.campaign'),
  },
  'stopped-leaders': {
    about: 'Stops one projector, orchestrator and worker for longer than a lease and wakes them again; then checks every promise.',
    load: () => import('./stopped-leaders.campaign'),
  },
  'refresh-crashes': {
    about: 'Ends processes at every step of a token refresh: the account works afterwards, or says that a new consent is needed.',
    load: () => import('./refresh-crashes.campaign'),
  },
  'platform-answers': {
    about:
      'Generates a million answers of the platform, as ugly as HTTP, JSON and UTF-16 allow, and looks whether anything stops and every pin ends.',
    load: () => import('./platform-answers.campaign'),
  },
  imports: {
    about: 'Imports a file while processes are killed, sends it again, counts pins and units; and reads 100,000 files made by chance.',
    load: () => import('./imports.campaign'),
  },
  spreadsheets: {
    about:
      'Lets spreadsheets and libraries save our CSV files again, sends what they saved, and counts what is wrong in silence or made twice.',
    load: () => import('./spreadsheets.campaign'),
  },
  'same-key': {
    about: 'Creates one pin many times at once under one key, on one API process and on two, and counts pins and units.',
    load: () => import('./same-key.campaign'),
  },
  'sdk-retries': {
    about: 'Creates pins with each SDK through cut connections, 429 and 503, and counts pins and units.',
    load: () => import('./sdk-retries.campaign'),
  },
  'sdk-answers': {
    about: 'Answers calls of each SDK with whatever JSON and HTTP allow: each gives a value, or an error of the SDK.',
    load: () => import('./sdk-answers.campaign'),
  },
  'sdk-installs': {
    about:
      'Installs the packed TypeScript SDK in an empty folder and calls a service by the oldest and the newest Node, a page and a worker.',
    load: () => import('./sdk-installs.campaign'),
  },
  listen: {
    about:
      'Kills, freezes and cuts off two listeners of `pps listen`, whose target refuses a third; counts lost, late and repeated events.',
    load: () => import('./listen.campaign'),
  },
  'payment-histories': {
    about: 'Generates lives of subscriptions, delivers their events late, shuffled and repeated, and compares with the provider.',
    load: () => import('./payment-histories.campaign'),
  },
  quota: {
    about: 'Asks for the last units on two APIs at once, then checks the ledger after random operations with kills and freezes.',
    load: () => import('./quota.campaign'),
  },
  forgetting: {
    about: 'Forgets workspaces while processes are killed: each ends erased, and nothing of it goes out after the answer.',
    load: () => import('./forgetting.campaign'),
  },
  archives: {
    about: 'Kills the orchestrator while it makes archives of an account: each is made again, complete, told of once, and leaves nothing.',
    load: () => import('./archives.campaign'),
  },
  schedules: {
    about:
      'Creates schedules for random moments and for one second, kills processes while they fire, and counts what fired early, twice or never.',
    load: () => import('./schedules.campaign'),
  },
  'forecast-week': {
    about:
      'Compares the forecast of each day with what becomes of the schedules of 20 workspaces in a week that a model of the pace works off.',
    load: () => import('./forecast-week.campaign'),
  },
  'read-your-writes': {
    about: 'Writes on one of two API processes, reads on the other at once, and counts answers that do not show the write.',
    load: () => import('./read-your-writes.campaign'),
  },
  timing: {
    about: 'Measures whether answers about known and unknown addresses differ in how long they take.',
    load: () => import('./timing.campaign'),
  },
  buckets: {
    about: 'Publishes as fast as the buckets allow with two workers, one frozen for a while, and counts the calls at the platform’s door.',
    load: () => import('./buckets.campaign'),
  },
  'bucket-steps': {
    about:
      'Lets the database’s buckets and exact whole numbers take the same random steps, on a clock that is set, and compares every answer.',
    load: () => import('./bucket-steps.campaign'),
  },
  fairness: {
    about:
      'Ten workspaces, one with 10,000 pins and nine with 10, in real processes: how equal are their shares, how long do the small ones take?',
    load: () => import('./fairness.campaign'),
  },
  simulate: {
    about:
      'Publishes pins by the real pacing and publishing in virtual time, while everything goes wrong, and checks the promises at every step.',
    load: () => import('./simulate.campaign'),
  },
  pairs: {
    about:
      'Runs every two commands on one pin, schedule or webhook at once, in every interleaving of their steps: they end as one after the other.',
    load: () => import('./pairs.campaign'),
  },
  'waiting-fairness': {
    about: 'How equally the pacer serves 10, 2,001 and 100,000 waiting accounts in 200 s of virtual time.',
    load: () => import('./waiting-fairness.campaign'),
  },
  'simulate-fairness': {
    about:
      'Ten workspaces, one with 10,000 pins and nine with 10, in virtual time: how equal are their shares, how long do the small ones take?',
    load: () => import('./simulate-fairness.campaign'),
  },
  webhooks: {
    about: 'Kills what delivers while a sink refuses 30 %, breaks connections and is slow; counts lost, repeated and missing events.',
    load: () => import('./webhooks.campaign'),
  },
  'stored-log-edits': {
    about: 'Edits the log itself beneath its index; both verifiers and a new index must say where.',
    load: () => import('./stored-log-edits.campaign'),
  },
  'generated-clients': {
    about: 'Makes clients of the served document with four generators, compiles them strictly, and walks every operation with each.',
    load: () => import('./generated-clients.campaign'),
  },
  'described-answers': {
    about: 'Walks every operation, and lets each refuse, through Prism, which compares every answer with the served document.',
    load: () => import('./described-answers.campaign'),
  },
  'history-edits': {
    about: 'Edits exported histories in every way and shows them to both published verifiers: each edit is found, and both agree.',
    load: () => import('./history-edits.campaign'),
  },
};
