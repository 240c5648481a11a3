import { newId, type Fact } from '@pps/kernel';
import { migrate, readStoreMigrations } from '@pps/read-store';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { Grants } from '../pacing/publish-grants.store';
import { restartRoundRobin } from '../pacing/round-robin.store';
import { pinsMigrations } from '../pins.migrations';
import { attemptStarted, outcomeUnknown, pinQueued } from '../testing';
import { publishQueueQueries } from './publish-queue.query';
import { publishQueueProjection } from './publish_queue.projection';

let fed: FedProjection;
let position = 0n;
beforeAll(async () => {
  fed = await fedProjection(publishQueueProjection);
  await migrate(fed.db, [...readStoreMigrations, ...pinsMigrations]);
});
afterAll(() => fed.stop());

async function feed(pinId: string, facts: readonly Fact[], known = 0): Promise<void> {
  await fed.feed(recorded(`pin-${pinId}`, facts, position).map((fact) => ({ ...fact, revision: fact.revision + known })));
  position += BigInt(facts.length);
}

async function waiting(accountId: string): Promise<string> {
  const pinId = newId();
  await feed(pinId, [pinQueued({ pinId, accountId, boardId: '1', fingerprint: pinId })]);
  return pinId;
}

const grant = (pinId: string, accountId: string, claimedAt: Date | null) =>
  fed.db('pins.publish_grant').insert({
    ...{ pin_id: pinId, attempt: 1, project_id: newId(), account_id: accountId, board_id: '1', cost: 1, epoch: 1 },
    claimed_at: claimedAt,
  });

async function startable(accountId: string): Promise<readonly string[]> {
  const asked = { accounts: [accountId], perAccount: 10, uploads: true };
  return (await publishQueueQueries(fed.db).startable(asked)).flatMap(({ pins }) => pins.map(({ pinId }) => pinId));
}

const unseen = (accountId: string) => fed.db('pins.publish_grant').where({ account_id: accountId, is_seen: false }).pluck('pin_id');

test.each([
  ['claimed', new Date()],
  ['not claimed yet', null],
])('a grant that is %s holds its board, however often it is looked at, until the queue shows its attempt', async (_, claimedAt) => {
  const accountId = newId();
  const [granted, next] = [await waiting(accountId), await waiting(accountId)];
  await grant(granted, accountId, claimedAt);
  const grants = new Grants(fed.db);
  for (let look = 0; look < 2; look++) {
    await grants.markSeen();
    expect(await startable(accountId)).toEqual([]);
    expect(await unseen(accountId)).toEqual([granted]);
  }
  await feed(granted, [attemptStarted(), outcomeUnknown()], 1);
  await fed.db('pins.publish_grant').where({ pin_id: granted }).update({ claimed_at: new Date() });
  expect(await startable(accountId)).toEqual([next]);
  await grants.markSeen();
  expect(await unseen(accountId)).toEqual([]);
  expect(await startable(accountId)).toEqual([next]);
});

test('where the queue begins again, as in a copy of the log, grants hold their boards again', async () => {
  const accountId = newId();
  const [granted] = [await waiting(accountId), await waiting(accountId)];
  await grant(granted, accountId, new Date());
  await fed.db('pins.publish_grant').where({ account_id: accountId }).update({ is_seen: true });
  await restartRoundRobin(fed.db);
  expect(await unseen(accountId)).toEqual([granted]);
  expect(await startable(accountId)).toEqual([]);
});

test('a grant whose pin has left the queue is not looked at again', async () => {
  const accountId = newId();
  await grant(newId(), accountId, new Date());
  await new Grants(fed.db).markSeen();
  expect(await unseen(accountId)).toEqual([]);
});
