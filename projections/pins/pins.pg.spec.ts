import { newId, type Fact } from '@pps/kernel';
import { attemptStarted, outcomeUnknown, pinQueued } from '@pps/pins/testing';
import { isBeingRemoved } from '@pps/read-store';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { listPins, findPinRow, findOwnedPlatformPins, type PinPageQuestion } from './list-pins.query';
import { pinsProjection } from './pins.projection';

let fed: FedProjection;
beforeAll(async () => (fed = await fedProjection(pinsProjection)));
afterAll(() => fed.stop());

let position = 0n;
const published: Fact = {
  type: 'PinPublished',
  data: {
    attempt: 1,
    platformPinId: '900719925474099312',
    platformUrl: 'https://p/9',
    publishedAt: '2026-11-20T10:00:02.000Z',
    via: 'answer',
  },
};

function pinFacts(projectId: string, changes: Parameters<typeof pinQueued>[0], ...later: readonly Fact[]) {
  const pinId = newId();
  const facts = recorded(`pin-${pinId}`, [pinQueued({ pinId, projectId, ...changes }), ...later], position);
  position += BigInt(facts.length);
  return { pinId, facts };
}

const all = (projectId: string, changes: Partial<PinPageQuestion> = {}): PinPageQuestion => ({
  projectId,
  epoch: 0,
  accountIds: null,
  sort: 'created_at_asc',
  limit: 50,
  offset: 0,
  ...changes,
});

describe('pins', () => {
  it('shows a pin as its own rules fold it, the same when everything is given twice', async () => {
    const projectId = newId();
    const { pinId, facts } = pinFacts(projectId, {}, attemptStarted(), published);
    await fed.feed(facts.slice(0, 2));
    expect(await findPinRow(fed.db, projectId, 0, pinId)).toMatchObject({ status: 'publishing', attempts: 1 });
    await fed.feed(facts);
    const once = await fed.db('read.pins').where({ pin_id: pinId });
    await fed.feed(facts);
    expect(await fed.db('read.pins').where({ pin_id: pinId })).toEqual(once);
    expect(await findPinRow(fed.db, projectId, 0, pinId)).toMatchObject({ status: 'published', platformPinId: '900719925474099312' });
    expect(await findOwnedPlatformPins(fed.db, ['900719925474099312', '1'])).toEqual(new Set(['900719925474099312']));
  });

  it('shows the next read of a board after each one, also where every fact comes in a batch of its own', async () => {
    const projectId = newId();
    const readAt = (look: number, nextLookAt: string): Fact => ({
      type: 'PinOutcomeReconciled',
      data: { attempt: 1, look, outcome: 'not_found', at: '2026-11-20T10:00:04.000Z', nextLookAt },
    });
    const reads = [readAt(1, '2026-11-20T10:00:14.000Z'), readAt(2, '2026-11-20T10:00:44.000Z')];
    const { pinId, facts } = pinFacts(projectId, {}, attemptStarted(), outcomeUnknown(), ...reads);
    for (const fact of facts) await fed.feed([fact]);
    const expected = { status: 'deferred', errorCode: 'outcome_unknown', nextAttemptAt: '2026-11-20T10:00:44.000Z' };
    expect(await findPinRow(fed.db, projectId, 0, pinId)).toMatchObject(expected);
    const [row] = await fed.db('read.pins').where({ pin_id: pinId }).select('next_attempt_at');
    expect(row.next_attempt_at.toISOString()).toBe(expected.nextAttemptAt);
  });

  it('lists by project, epoch, account and words, in order, with the total', async () => {
    const projectId = newId();
    const accountId = newId();
    const made = [
      pinFacts(projectId, { content: { title: 'Blue 100% door', imageUrl: 'https://i/1' } }),
      pinFacts(projectId, { accountId, content: { title: 'Red door', imageUrl: 'https://i/2' } }),
      pinFacts(projectId, { epoch: 1, content: { title: 'After a reset', imageUrl: 'https://i/3' } }),
      pinFacts(newId(), { content: { title: 'Foreign door', imageUrl: 'https://i/4' } }),
    ];
    await fed.feed(made.flatMap(({ facts }) => facts));
    const titles = async (filter: Partial<PinPageQuestion>) =>
      (await listPins(fed.db, all(projectId, filter))).pins.map((pin) => pin.content.title);
    expect(await titles({})).toEqual(['Blue 100% door', 'Red door']);
    expect(await titles({ sort: 'created_at_desc' })).toEqual(['Red door', 'Blue 100% door']);
    expect(await titles({ accountIds: [accountId] })).toEqual(['Red door']);
    expect(await titles({ q: '100%' })).toEqual(['Blue 100% door']);
    expect(await titles({ q: '_' })).toEqual([]);
    expect(await titles({ status: 'failed' })).toEqual([]);
    expect(await listPins(fed.db, all(projectId, { limit: 1, offset: 1 }))).toMatchObject({
      total: 2,
      pins: [{ content: { title: 'Red door' } }],
    });
    expect(await findPinRow(fed.db, newId(), 0, made[0]?.pinId ?? '')).toBeNull();
  });

  it('finds words of title and description in any script and case, and sorts titles as people do', async () => {
    const projectId = newId();
    const contents = [
      { title: 'Zebra', description: 'Ein reifer Kürbis 🎃' },
      { title: 'äpfel' },
      { title: 'Apfel', description: 'ΟΔΟΣ' },
      { title: 'Дверь' },
    ].map((content, index) => ({ ...content, imageUrl: `https://i/${index}` }));
    await fed.feed(contents.flatMap((content) => pinFacts(projectId, { content }).facts));
    const titles = async (filter: Partial<PinPageQuestion>) =>
      (await listPins(fed.db, all(projectId, filter))).pins.map((pin) => pin.content.title);
    expect(await titles({ q: 'KÜRBIS' })).toEqual(['Zebra']);
    expect(await titles({ q: '🎃' })).toEqual(['Zebra']);
    expect(await titles({ q: 'οδος' })).toEqual(['Apfel']);
    expect(await titles({ q: 'дВЕРЬ' })).toEqual(['Дверь']);
    expect(await titles({ sort: 'title_asc' })).toEqual(['Apfel', 'äpfel', 'Zebra', 'Дверь']);
    expect((await titles({ sort: 'status_desc' })).length).toBe(4);
  });

  it('takes texts and dates that PostgreSQL refuses, as facts of older releases have them', async () => {
    const projectId = newId();
    const broken = `${'x'.repeat(299)}${'😀'.slice(0, 1)}`;
    const failed = (errorMessage: string): Fact => ({
      type: 'PinFailed',
      data: { errorCode: 'invalid_payload', errorMessage, failedAt: '2026-11-20T10:00:02.000Z' },
    });
    const half = pinFacts(projectId, {}, attemptStarted(), failed(broken));
    const zero = pinFacts(projectId, { content: { title: 'a\0b', imageUrl: 'https://i/1' } }, attemptStarted(), failed('no\0 \\u0000'));
    await fed.feed([...half.facts, ...zero.facts]);
    expect(await findPinRow(fed.db, projectId, 0, half.pinId)).toMatchObject({ errorMessage: `${'x'.repeat(299)}\ufffd` });
    expect(await findPinRow(fed.db, projectId, 0, zero.pinId)).toMatchObject({
      errorMessage: 'no\ufffd \\u0000',
      content: { title: 'a\ufffdb' },
    });
  });

  it('forgets the older epochs of a sandbox that is reset, in whatever batches', async () => {
    const projectId = newId();
    const [old, other] = [pinFacts(projectId, {}), pinFacts(newId(), {})];
    const reset = recorded(
      `project-${projectId}`,
      [{ type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-11-20T10:00:00.000Z' } }],
      position++,
    );
    const fresh = pinFacts(projectId, { epoch: 1 });
    await fed.feed([...old.facts, ...other.facts, ...reset, ...fresh.facts]);
    await fed.feed(reset);
    const remaining = (await fed.db('read.pins').whereIn('pin_id', [old.pinId, other.pinId, fresh.pinId]).select('pin_id')) as {
      pin_id: string;
    }[];
    expect(remaining.map(({ pin_id }) => pin_id).sort()).toEqual([other.pinId, fresh.pinId].sort());
  });

  it('removes the 10,000 pins of an older epoch a thousand at a time, and shows none of them meanwhile', async () => {
    const [projectId, { pinId, facts }] = [newId(), pinFacts(newId(), {})];
    await fed.feed(facts);
    await fed.db.raw(
      `insert into read.pins select (jsonb_populate_record(pin, jsonb_build_object('pin_id', id, 'project_id', ?::text, 'status', 'queued'))).*
       from read.pins pin, (select gen_random_uuid() as id from generate_series(1, 10000)) more where pin.pin_id = ?`,
      [projectId, pinId],
    );
    const left = async () => Number((await fed.db('read.pins').where({ project_id: projectId }).count())[0]?.count);
    const reset: Fact = { type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-11-20T10:00:00.000Z' } };
    await fed.feed(recorded(`project-${projectId}`, [reset], position++));
    expect(await left()).toBe(9_000);
    const hidden = isBeingRemoved('pins', 'pin.project_id', 'pin.epoch');
    const shown = await fed.db.raw<{ rows: unknown[] }>(`select 1 from read.pins pin where project_id = ? and not ${hidden}`, [projectId]);
    expect(shown.rows).toEqual([]);
    await fed.removeBehind();
    expect(await left()).toBe(0);
  });
});
