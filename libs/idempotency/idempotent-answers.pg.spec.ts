import { Overloaded } from '@pps/concurrency';
import { newId, NotFound, Rejected } from '@pps/kernel';
import { rateLimitsMigrations, SharedBuckets } from '@pps/rate-limits';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { forgetSubject, masterKeys, openSubjectSealers, vaultMigrations } from '@pps/vault';
import { randomBytes } from 'node:crypto';
import { freshDatabase } from '../../test/setup/fresh-database';
import { idempotencyMigrations } from './idempotency.migrations';
import { IdempotentAnswers, type Creation, type KeyedRequest } from './idempotent-answers';
import { KeyRecords } from './key-records.store';
import { sweepKeyRecords } from './key-records-sweep.dispatcher';

let db: Database;
let sealers: ReturnType<typeof openSubjectSealers>;
const hashKey = randomBytes(32);
const day = 86_400_000;

beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 20);
  await migrate(db, [...readStoreMigrations, ...vaultMigrations, ...rateLimitsMigrations, ...idempotencyMigrations]);
  sealers = openSubjectSealers(db, masterKeys(randomBytes(32)));
});
afterAll(() => db.destroy());

/** As one process has it; `holdMs` 0: whoever stops is not waited for. */
const answersOf = ({ keptMs = day, holdMs = 60_000, buckets = new SharedBuckets(db) as Pick<SharedBuckets, 'take' | 'owe'> } = {}) =>
  new IdempotentAnswers({ records: new KeyRecords(db, { keptMs, holdMs }), buckets, sealers, hashKey, logger: { warn: () => undefined } });

const named = (changes: Partial<KeyedRequest> = {}): KeyedRequest => ({
  ...{ projectId: newId(), epoch: 0, organizationId: newId(), route: 'POST /v1/things', key: 'order-7' },
  ...changes,
});
const everybody = { maker: 'Ada', refuse: () => undefined };
const bodyOf = ({ id }: Creation) => Promise.resolve({ id, name: 'Blue door' });
const codeOf = (work: Promise<unknown>) => work.then(JSON.stringify, (error: Rejected) => error.code ?? error.message);

it('does a request once, and answers the same content as then, on every process', async () => {
  const request = named();
  const first = await answersOf().answerOnce(request, 'a', everybody, bodyOf);
  const again = await answersOf().answerOnce(request, 'a', everybody, () => Promise.reject(new Error('done twice')));
  expect([first.replayed, again]).toEqual([false, { body: first.body, replayed: true }]);
});

it('refuses other content under the same key, also while the first is worked on and after an unknown outcome', async () => {
  const request = named();
  const other = () => codeOf(answersOf().answerOnce(request, 'b', everybody, bodyOf));
  const during: unknown[] = [];
  const failing = answersOf().answerOnce(request, 'a', everybody, async () => {
    during.push(await other());
    throw new Error('the connection broke');
  });
  expect([await codeOf(failing), ...during, await other()]).toEqual(['the connection broke', ...Array(2).fill('idempotency_key_reused')]);
  await answersOf().answerOnce(request, 'a', everybody, bodyOf);
  expect(await other()).toBe('idempotency_key_reused');
});

it.each(['projectId', 'epoch', 'route', 'key'] as const)('a key is that of its %s alone', async (field) => {
  const request = named();
  await answersOf().answerOnce(request, 'a', everybody, bodyOf);
  const elsewhere = { ...request, [field]: field === 'epoch' ? 1 : newId() };
  expect(await answersOf().answerOnce(elsewhere, 'b', everybody, bodyOf)).toMatchObject({ replayed: false });
});

it('of twenty at once on two processes one does it, and the others are told to ask again', async () => {
  const [request, processes] = [named(), [answersOf(), answersOf()]];
  let [done, asked] = [0, 0];
  let finish: () => void = () => undefined;
  const othersRefused = new Promise<void>((resolve) => (finish = resolve));
  const work = async (creation: Creation) => {
    done += 1;
    await othersRefused;
    return bodyOf(creation);
  };
  const ask = (answers: IdempotentAnswers) =>
    answers.answerOnce(request, 'a', everybody, work).catch((error: unknown) => {
      asked += 1;
      if (asked === 19) finish();
      return error;
    });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(processes[n % 2] ?? answersOf())));
  expect(done).toBe(1);
  const refused = answers.filter((answer) => answer instanceof Rejected);
  expect(refused).toHaveLength(19);
  for (const each of refused) expect(each).toMatchObject({ code: 'conflict', context: { retry_after_seconds: 1 } });
});

it('begins a request whose process died once more, under the same ids, when its hold is over', async () => {
  const request = named();
  const begun: Creation[] = [];
  const create = (creation: Creation) => (begun.push(creation), bodyOf(creation));
  await answersOf({ holdMs: 0 }).answerOnce(request, 'a', everybody, async (creation) => {
    await answersOf().answerOnce(request, 'a', everybody, create);
    begun.push(creation);
    return { late: true };
  });
  expect(begun.map(({ mayExist }) => mayExist)).toEqual([true, false]);
  expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
  // The first answer stays.
  const { body } = await answersOf().answerOnce(request, 'a', everybody, create);
  expect(body).toEqual({ id: begun[0]?.id, name: 'Blue door' });
});

it('holds a key for as long as its process works on it', async () => {
  const request = named();
  const records = new KeyRecords(db, { keptMs: day, holdMs: 60_000 });
  const hashed = { requestHash: randomBytes(32), contentHash: randomBytes(32) };
  const taken = await records.take(hashed);
  expect(taken.kind).toBe('taken');
  await db.raw(`update idempotency.key_record set held_until = clock_timestamp() where request_hash = ?`, [hashed.requestHash]);
  if (taken.kind === 'taken') await records.renew(taken.held);
  expect((await records.take(hashed)).kind).toBe('held by another');
  expect(await answersOf().isKnown(request)).toBe(false);
});

it.each([
  ['a rule', new Rejected('quota_exceeded', 'No quota is left')],
  ['something that is not there', new NotFound('Account')],
])('keeps nothing of a refusal by %s: the key is free for any content', async (_, refusal) => {
  const request = named();
  await expect(answersOf().answerOnce(request, 'a', everybody, () => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(await answersOf().answerOnce(request, 'b', everybody, bodyOf)).toMatchObject({ replayed: false });
});

it.each([
  ['is not known', new Error('The connection broke')],
  ['stopped half way', new Overloaded('caller')],
  ['is unknown at the platform', new Rejected('platform_unavailable', 'No answer')],
])('after an outcome that %s the same content alone may come again, and is told so', async (_, failure) => {
  const request = named();
  await expect(answersOf().answerOnce(request, 'a', everybody, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(await codeOf(answersOf().answerOnce(request, 'b', everybody, bodyOf))).toBe('idempotency_key_reused');
  let met: Creation | undefined;
  await answersOf().answerOnce(request, 'a', everybody, (creation) => ((met = creation), bodyOf(creation)));
  expect(met?.mayExist).toBe(true);
});

it('a refusal of what may have been done keeps the key for the same content', async () => {
  const request = named();
  const refuse = (error: Error) =>
    answersOf()
      .answerOnce(request, 'a', everybody, () => Promise.reject(error))
      .catch(() => undefined);
  await refuse(new Error('The connection broke'));
  await refuse(new Rejected('quota_exceeded', 'No quota is left'));
  expect(await codeOf(answersOf().answerOnce(request, 'b', everybody, bodyOf))).toBe('idempotency_key_reused');
});

it('shows an answer to nobody who may not see it', async () => {
  const request = named();
  await answersOf().answerOnce(request, 'a', { maker: { keyId: 'k-1' }, refuse: () => undefined }, bodyOf);
  const refuse = (maker: unknown) => {
    throw new Error(`made by ${JSON.stringify(maker)}`);
  };
  const reader = { maker: { keyId: 'k-2' }, refuse };
  expect(await codeOf(answersOf().answerOnce(request, 'a', reader, bodyOf))).toBe('made by {"keyId":"k-1"}');
});

it('frees a key when its time is over, and the sweep removes the records', async () => {
  const request = named();
  const first = await answersOf({ keptMs: 0 }).answerOnce(request, 'a', everybody, bodyOf);
  const answers = answersOf();
  expect(await answers.isKnown(request)).toBe(false);
  const second = await answers.answerOnce(request, 'b', everybody, bodyOf);
  expect([second.replayed, second.body.id === first.body.id]).toEqual([false, false]);
  await answersOf({ keptMs: 0 }).answerOnce(named(), 'a', everybody, bodyOf);
  await sweepKeyRecords({ records: new KeyRecords(db) }, new AbortController().signal);
  expect(await db('idempotency.key_record').whereRaw('kept_until < clock_timestamp()')).toEqual([]);
  expect(await answers.isKnown(request)).toBe(true);
});

it('what is done is answered as done when the answer cannot be kept; its repeat finds it by its id', async () => {
  const request = named();
  const buckets = { take: () => Promise.resolve(0), owe: () => Promise.resolve() };
  const broken = { ...sealers, toSeal: () => Promise.reject(new Error('the database is away')) };
  const records = new KeyRecords(db, { keptMs: day, holdMs: 0 });
  const answers = new IdempotentAnswers({ records, buckets, sealers: broken, hashKey, logger: { warn: () => undefined } });
  const first = await answers.answerOnce(request, 'a', everybody, bodyOf);
  const met: Creation[] = [];
  await answersOf().answerOnce(request, 'a', everybody, (creation) => (met.push(creation), bodyOf(creation)));
  expect(met).toEqual([{ id: first.body.id, mayExist: true }]);
});

it('stores neither key nor content nor answer in the clear, and nothing that is left of a forgotten organization opens', async () => {
  const request = named({ key: 'secret-order-7' });
  await answersOf().answerOnce(request, 'secret content', everybody, async () => ({ title: 'secret door'.repeat(10) }));
  const { rows } = await db.raw<{ rows: object[] }>('select * from idempotency.key_record');
  const stored = JSON.stringify(rows, (_, value) =>
    value !== null && typeof value === 'object' && value.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  );
  expect(stored).not.toContain('secret');
  await forgetSubject(db, `organization:${request.organizationId}`);
  expect(await codeOf(answersOf().answerOnce(request, 'secret content', everybody, bodyOf))).toBe('idempotency_key_reused');
});

it('of one project no more is kept than its room; repeats are answered all the same', async () => {
  const [full, request] = [{ take: () => Promise.resolve(12.3), owe: () => Promise.resolve() }, named()];
  const first = await answersOf().answerOnce(request, 'a', everybody, bodyOf);
  expect(await answersOf({ buckets: full }).answerOnce(request, 'a', everybody, bodyOf)).toEqual({ ...first, replayed: true });
  const refused = answersOf({ buckets: full }).answerOnce(named(), 'a', everybody, bodyOf);
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited', context: { retry_after_seconds: 13 } });
});

it('counts what it keeps by its bytes', async () => {
  const owed: number[] = [];
  const buckets = {
    take: () => Promise.resolve(0),
    owe: (_name: string, _bucket: object, tokens: number) => Promise.resolve(void owed.push(tokens)),
  };
  await answersOf({ buckets }).answerOnce(named(), 'a', everybody, async () => ({ text: randomBytes(60_000).toString('base64') }));
  await answersOf({ buckets }).answerOnce(named(), 'a', everybody, bodyOf);
  expect(owed).toEqual([expect.any(Number), 0]);
  expect(owed[0]).toBeGreaterThan(50);
});
