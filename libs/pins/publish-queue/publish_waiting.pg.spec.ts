import { newId, type Fact } from '@pps/kernel';
import { seededRandom } from '@pps/kernel/testing';
import { attemptStarted, mediaReady, mediaUploaded, outcomeUnknown, pinQueued, preparationStarted, videoQueued } from '../testing';
import { fedProjection, passOverAfter, recorded, type FedProjection } from '@pps/read-store/testing';
import { publishQueueProjection } from './publish_queue.projection';
import { pinsMigrations } from '../pins.migrations';
import { migrate, readStoreMigrations } from '@pps/read-store';
import { publishQueueQueries } from './publish-queue.query';
import { queueAhead } from './queue-ahead.query';

let fed: FedProjection;
/** Gets each fact in a transaction of its own. */
let fedSingly: FedProjection;
beforeAll(
  async () => ([fed, fedSingly] = await Promise.all([fedProjection(publishQueueProjection), fedProjection(publishQueueProjection)])),
);
beforeAll(() => migrate(fed.db, [...readStoreMigrations, ...pinsMigrations]));
afterAll(() => Promise.all([fed.stop(), fedSingly.stop()]));
beforeEach(async () => {
  for (const { db } of [fed, fedSingly])
    await db.raw(`truncate projection.publish_queue_v9, projection.publish_waiting_v9, projection.publish_waiting_project_v9,
      projection.publish_waiting_total_v9, projection.publish_epoch_v9`);
});

const at = '2026-11-20T11:00:00.000Z';
const deferred = (mediaLost = false, nextAttemptAt = at): Fact => ({
  type: 'PinPublishDeferred',
  data: { attempt: 1, reason: 'rate_limited', message: '', deferredAt: nextAttemptAt, nextAttemptAt, counts: false, mediaLost },
});
const failed: Fact = { type: 'PinFailed', data: { errorCode: 'invalid_image', errorMessage: '', failedAt: at } };
const published: Fact = {
  type: 'PinPublished',
  data: { attempt: 1, platformPinId: '1', platformUrl: 'https://example.org/1', publishedAt: at, via: 'answer' },
};
const retried = (accountId: string): Fact => ({
  type: 'PinRetryRequested',
  data: { accountId, boardId: '9', fingerprint: 'x', requestedAt: at },
});
const edited = (content: object): Fact => ({ type: 'PinEdited', data: { boardId: '7', content, fingerprint: 'y', editedAt: at } });
const reset = (projectId: string, epoch: number, position: bigint) =>
  recorded(`project-${projectId}`, [{ type: 'SandboxReset', data: { epoch, resetAt: at } }], position);

const counted = async () =>
  (await fed
    .db('read.publish_waiting')
    .orderBy(['account_id', 'project_id'])
    .select('account_id', 'project_id', 'simulated', 'ready_pins', 'tokens')) as {
    account_id: string;
    ready_pins: number;
    tokens: number;
  }[];

/** Which fact was the last after which another pin of the account may start. */
const changes = ({ db }: FedProjection) =>
  db('read.publish_waiting').orderBy(['account_id', 'project_id']).select('account_id', 'changed_position');

/** What the counters should say, from the rows themselves. */
async function summed() {
  const { rows } = await fed.db.raw<{ rows: object[] }>(
    `select account_id, project_id, simulated, (count(*) filter (where phase = 'ready'))::int as ready_pins,
       sum(cost * case when phase = 'ready' and needs_upload then 2 else 1 end)::int as tokens
     from read.publish_queue where phase in ('ready', 'uploading', 'processing')
     group by account_id, project_id, simulated order by account_id, project_id`,
  );
  return rows;
}

/** The totals as they are kept, and as they are added up from the counters. */
async function totals() {
  const ask = async (sql: string) => {
    const { rows } = await fed.db.raw<{ rows: { total: readonly [boolean, number, number] }[] }>(sql);
    return rows.map(({ total }) => total);
  };
  return {
    kept: await ask('select jsonb_build_array(simulated, tokens, projects) as total from read.publish_waiting_total order by simulated'),
    added: await ask(
      `select jsonb_build_array(simulated, sum(tokens), count(distinct project_id) filter (where ready_pins > 0)) as total
       from read.publish_waiting group by simulated order by simulated`,
    ),
  };
}

it('counts what waits of an account, and forgets one of which nothing waits', async () => {
  const accountId = newId();
  const waiting = recorded(`pin-${newId()}`, [pinQueued({ pinId: newId(), accountId })]);
  const pinId = newId();
  const facts = recorded(
    `pin-${pinId}`,
    [pinQueued({ pinId, accountId }), attemptStarted(), deferred(), attemptStarted(2), published],
    10n,
  );
  await fed.feed([...waiting, ...facts.slice(0, 3)]);
  expect(await counted()).toMatchObject([{ account_id: accountId, ready_pins: 2, tokens: 2 }]);
  await fed.feed(facts.slice(3));
  expect(await counted()).toMatchObject([{ account_id: accountId, ready_pins: 1, tokens: 1 }]);
});

it('follows a retried pin to another account', async () => {
  const [pinId, other] = [newId(), newId()];
  await fed.feed(recorded(`pin-${pinId}`, [pinQueued({ pinId }), failed]));
  expect(await counted()).toEqual([]);
  const facts = recorded(`pin-${pinId}`, [pinQueued({ pinId }), failed, retried(other)]);
  await fed.feed(facts);
  await fed.feed(facts);
  expect(await counted()).toMatchObject([{ account_id: other, ready_pins: 1, tokens: 1 }]);
});

it('keeps no total where nothing waits, however the facts were batched', async () => {
  const pinId = newId();
  const facts = recorded(`pin-${pinId}`, [pinQueued({ pinId }), failed]);
  await fed.feed(facts.slice(0, 1));
  expect((await totals()).kept).toEqual([[false, 1, 1]]);
  await fed.feed(facts.slice(1));
  expect((await totals()).kept).toEqual([]);
});

it('is nothing ahead of anybody while an older version serves, which does not count', async () => {
  const nothing = { ofAccount: 0, tokensOfAccount: 0, tokensOfAll: 0, projects: 0 };
  const tx = await fed.db.transaction();
  await tx.raw('drop view read.publish_waiting cascade');
  expect(await queueAhead(tx, newId(), false)).toEqual(nothing);
  await tx.rollback();
});

it('says of an account what waits, what is due next, and whether its user has to consent again', async () => {
  const [accountId, other] = [newId(), newId()];
  let position = 0n;
  const feed = async (stream: string, ...facts: readonly Fact[]) => {
    const given = recorded(stream, facts, position);
    position += BigInt(facts.length);
    await fed.feed(given);
    await fed.feed(given);
  };
  const queue = (content: object, ...later: readonly Fact[]) => {
    const pinId = newId();
    return feed(`pin-${pinId}`, pinQueued({ pinId, accountId, content: { ...pinQueued().data.content, ...content } }), ...later);
  };
  for (const due of ['2100-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']) await queue({}, attemptStarted(), deferred(false, due));
  const asked = () => publishQueueQueries(fed.db).startable({ accounts: [accountId, other], perAccount: 4, uploads: false });
  const none = { pins: [], accountId: other, waits: false, needsConsent: false, hasVideos: false, nextDueAt: null };
  const waiting = {
    pins: [],
    accountId,
    waits: true,
    needsConsent: false,
    hasVideos: false,
    nextDueAt: new Date('2099-01-01T00:00:00.000Z'),
  };
  expect(await asked()).toEqual([waiting, none]);
  const changed = async () => fed.db('read.publish_waiting').where({ account_id: accountId }).first('changed_position');
  await feed(`connection-${accountId}`, { type: 'ReconnectRequired', data: { accountId, reason: 'token_expired', at } });
  await queue(videoQueued().data.content);
  expect(await asked()).toEqual([{ ...waiting, needsConsent: true, hasVideos: true }, none]);
  const consent = { profileRef: newId(), tokenRef: newId(), scopes: [], tokenExpiresAt: '2027-01-01T00:00:00.000Z' };
  await feed(`connection-${accountId}`, { type: 'AccountReconnected', data: { ...consent, accountId, reconnectedAt: at } });
  expect(await asked()).toMatchObject([{ needsConsent: false }, none]);
  expect(await changed()).toEqual({ changed_position: String(position - 1n) });
});

it('wakes an account of which only passed over pins wait when the first of them is tried again', async () => {
  const [accountId, other] = [newId(), newId()];
  const queue = async (of: string) => {
    const pinId = newId();
    await fed.feed(recorded(`pin-${pinId}`, [pinQueued({ pinId, accountId: of, boardId: pinId })]));
    return pinId;
  };
  const [first, second, elsewhere] = [await queue(accountId), await queue(accountId), await queue(other)];
  const asked = () => publishQueueQueries(fed.db).startable({ accounts: [accountId], perAccount: 4, uploads: false });
  for (const pinId of [first, elsewhere]) await passOverAfter(8, fed.db, 'publish', pinId);
  expect(await asked()).toMatchObject([{ pins: [{ pinId: second }], nextDueAt: null }]);
  const from = Date.now();
  await passOverAfter(5, fed.db, 'publish', second);
  const to = Date.now();
  const [found] = await asked();
  // The second, which failed five times, is tried again after 32 s, the first after minutes.
  const dueAt = found?.nextDueAt?.getTime() ?? Infinity;
  expect(found?.pins).toEqual([]);
  expect(dueAt).toBeGreaterThanOrEqual(from + 31_000);
  expect(dueAt).toBeLessThanOrEqual(to + 33_000);
});

describe('an account with 10,000 boards', () => {
  const accountId = newId();
  /** One pin on each board, the oldest on the board whose id is last; the first hundred of a busy board are older than all of them where it says so. */
  const fill = (busyPins: number) =>
    fed.db.raw(
      `insert into projection.publish_queue_v9 (pin_id, revision, project_id, epoch, account_id, board_id, fingerprint, cost, simulated,
         is_video, needs_upload, queue_position, phase, ready_at, starts, deadline, publishing)
       select gen_random_uuid(), 0, :accountId, 0, :accountId, case when n <= 0 then 'busy' else (30000 - n)::text end, n::text, 1, false,
         false, false, n, case when n = -:busyPins::int then 'attempting' else 'ready' end, now(), 0, null, '{}'
       from generate_series(-:busyPins::int, 10000) n where n <> 0`,
      { accountId, busyPins },
    );
  const asked = async () => {
    const [found] = await publishQueueQueries(fed.db).startable({ accounts: [accountId], perAccount: 4, uploads: true });
    return found?.pins.map(({ boardId }) => boardId);
  };

  it('has its oldest pins first', async () => {
    await fill(0);
    expect(await asked()).toEqual(['29999', '29998', '29997', '29996']);
  });

  it('goes on elsewhere while all of its first pins wait for one busy board', async () => {
    await fill(100);
    expect(await asked()).toHaveLength(4);
    expect(await asked()).not.toContain('busy');
  });
});

it.each([1, 2, 3])('says what the queue says after whatever happens, given twice and in any pieces: seed %s', async (seed) => {
  const random = seededRandom(seed);
  const some = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const accounts = [newId(), newId(), newId()];
  const [live, sandbox] = [newId(), newId()];
  const steps: (() => Fact)[] = [
    () => attemptStarted(),
    () => deferred(random() < 0.3),
    () => outcomeUnknown(),
    () => failed,
    () => published,
    () => preparationStarted(),
    () => mediaUploaded(),
    () => mediaReady(),
    () => retried(some(accounts)),
    () => edited(random() < 0.5 ? videoQueued().data.content : pinQueued().data.content),
    () => ({ type: 'PinDeleted', data: { deletedAt: at, removedFromPlatform: false } }),
  ];
  let position = 0n;
  let epoch = 0;
  const kinds = new Set<boolean>();
  for (let round = 0; round < 12; round++) {
    const batch = Array.from({ length: 6 }, () => {
      const [pinId, simulated] = [newId(), random() < 0.4];
      const content = random() < 0.3 ? videoQueued().data.content : pinQueued().data.content;
      const owner = { accountId: some(accounts), projectId: simulated ? sandbox : live, epoch: simulated ? epoch : 0 };
      const queued = pinQueued({ pinId, content, ...owner, ...(simulated && { simulated }) });
      const facts = recorded(`pin-${pinId}`, [queued, ...Array.from({ length: Math.floor(random() * 6) }, () => some(steps)())], position);
      position += BigInt(facts.length);
      return facts;
    }).flat();
    const cut = Math.floor(random() * batch.length);
    const withReset = random() < 0.3 ? [...batch, ...reset(sandbox, ++epoch, position++)] : batch;
    await fed.feed(batch.slice(0, cut));
    expect(await counted()).toEqual(await summed());
    await fed.feed(withReset);
    await fed.feed(withReset);
    expect(await counted()).toEqual(await summed());
    const { kept, added } = await totals();
    expect(kept).toEqual(added);
    for (const [simulated] of kept) kinds.add(simulated);
    for (const fact of withReset) await fedSingly.feed([fact]);
    expect(await changes(fed)).toEqual(await changes(fedSingly));
  }
  expect((await counted()).length).toBeGreaterThan(0);
  expect(kinds.size).toBe(2);
});
