import { newId, type Fact } from '@pps/kernel';
import { proposalMade, proposedPin } from '@pps/proposals/testing';
import { fedProjection, passOverAfter, recorded, type FedProjection } from '@pps/read-store/testing';
import { countOpenItems, findOpenAskers, listProposals, type EndedAskers } from './list-proposals.query';
import { proposalsProjection } from './proposals.projection';
import { findStoppedProposals, resumingTask } from './stopped-proposals.query';

let fed: FedProjection;
beforeAll(async () => void (fed = await fedProjection(proposalsProjection)));
afterAll(() => fed.stop());

const now = new Date('2026-11-21T10:00:00.000Z');
const later = new Date('2026-11-28T10:00:00.000Z');
const at = '2026-11-20T11:00:00.000Z';
const agreedBy = { userId: newId(), by: 'page' };
const agreed: Fact = { type: 'ProposalItemsAgreed', data: { items: [{ number: 1 }], agreedBy, agreedAt: at } };
const done = (...outcomes: object[]): Fact => ({ type: 'ProposalItemsDone', data: { outcomes, doneAt: at } });
const declined = (...numbers: number[]): Fact => ({
  type: 'ProposalItemsDeclined',
  data: { numbers, declinedBy: agreedBy, declinedAt: at },
});
const approved = { number: 1, status: 'approved', pinId: newId() };
const failed = { number: 2, status: 'failed', errorCode: 'board_not_found', errorMessage: 'Gone' };

const none: EndedAskers = { ended: [], limited: [] };

let position = 0n;
async function feed(stream: string, facts: readonly Fact[]): Promise<void> {
  const given = recorded(stream, [...facts], position);
  position += BigInt(given.length);
  await fed.feed(given);
  await fed.feed(given);
}

async function proposal(project: { projectId: string; keyId?: string; accountId?: string }, ...facts: Fact[]): Promise<string> {
  const { projectId, keyId, accountId = newId() } = project;
  const proposalId = newId();
  const items = [1, 2, 3].map((n) => ({ ...proposedPin(`door ${n}`), accountId }));
  const proposedBy = { userId: newId(), ...(keyId !== undefined && { keyId, clientName: 'Planner' }) };
  await feed(`proposal-${proposalId}`, [proposalMade({ proposalId, projectId, proposedBy, items }), ...facts]);
  return proposalId;
}

it('shows how much of each proposal is left, the same when everything is given twice', async () => {
  const [projectId, keyId, accountId] = [newId(), newId(), newId()];
  const answered = await proposal({ projectId }, agreed, done(approved, failed), declined(2, 3));
  const begun = await proposal({ projectId, keyId, accountId }, agreed, done(approved, failed));
  const page = (more: object = {}, when = now) =>
    listProposals(fed.db, { projectId, epoch: 0, permitted: null, askers: none, limit: 10, offset: 0, ...more }, when);
  const ids = async (...asked: Parameters<typeof page>) => (await page(...asked)).rows.map((row) => row.proposal_id);
  expect((await page()).rows).toMatchObject([
    { proposal_id: begun, total_items: 3, open_items: 2, approved_items: 1, client_name: 'Planner', key_id: keyId },
    { proposal_id: answered, total_items: 3, open_items: 0, approved_items: 1, client_name: null, key_id: null },
  ]);
  expect(await ids({ status: 'open' })).toEqual([begun]);
  expect(await ids({ status: 'decided' })).toEqual([answered]);
  expect(await ids({ status: 'expired' }, later)).toEqual([begun]);
  expect(await ids({ permitted: { accountIds: [accountId], keyId: null } })).toEqual([begun]);
  expect(await ids({ permitted: { accountIds: [], keyId } })).toEqual([begun]);
  expect(await ids({ permitted: { accountIds: [newId()], keyId: newId() } })).toEqual([]);
  const counted = (of: string | null, when = now) => countOpenItems(fed.db, { projectId, epoch: 0, keyId: of, endedKeyIds: [] }, when);
  expect([await counted(keyId), await counted(null), await counted(keyId, later)]).toEqual([
    { proposer: 2, project: 2 },
    { proposer: 0, project: 2 },
    { proposer: 0, project: 0 },
  ]);
  await feed(`apikey-${keyId}`, [{ type: 'ApiKeyRevoked', data: { keyId, revokedAt: at } }]);
  expect([await ids({ status: 'ended' }), await ids({ status: 'open' })]).toEqual([[begun], []]);
  expect(await counted(keyId)).toEqual({ proposer: 0, project: 0 });
});

it('ends what its key may ask for no more, also where it was made behind the end of the key, which a repeat of that does not change', async () => {
  const [projectId, keyId, narrowed, accountId] = [newId(), newId(), newId(), newId()];
  const revoked = recorded(`apikey-${keyId}`, [{ type: 'ApiKeyRevoked', data: { keyId, revokedAt: at } }], position);
  position += 1n;
  await fed.feed(revoked);
  const late = await proposal({ projectId, keyId });
  await fed.feed(revoked);
  const beyond = await proposal({ projectId, keyId: narrowed });
  const within = await proposal({ projectId, keyId: narrowed, accountId });
  const own = await proposal({ projectId });
  expect((await findOpenAskers(fed.db, { projectId, epoch: 0 }, now)).toSorted()).toEqual([keyId, narrowed].toSorted());
  const askers = { ended: [keyId], limited: [{ keyId: narrowed, accountIds: [accountId] }] };
  const page = async (more: object) => {
    const { rows, total } = await listProposals(
      fed.db,
      { projectId, epoch: 0, permitted: null, limit: 10, offset: 0, askers, ...more },
      now,
    );
    expect(total).toBe(rows.length);
    return rows.map((row) => [row.proposal_id, row.status]);
  };
  expect(await page({})).toEqual([...[own, within].map((id) => [id, 'open']), ...[beyond, late].map((id) => [id, 'ended'])]);
  expect(await page({ status: 'open' })).toEqual([own, within].map((id) => [id, 'open']));
  expect(await page({ status: 'ended' })).toEqual([beyond, late].map((id) => [id, 'ended']));
  expect(await page({ status: 'ended', askers: none })).toEqual([]);
  const counted = (of: string | null) => countOpenItems(fed.db, { projectId, epoch: 0, keyId: of, endedKeyIds: [keyId] }, now);
  // What is beyond the accounts of its key just now is open again once these are back.
  expect([await counted(keyId), await counted(narrowed)]).toEqual([
    { proposer: 0, project: 9 },
    { proposer: 6, project: 9 },
  ]);
});

it('finds what a person agreed to and nobody has finished, the oldest first', async () => {
  const projectId = newId();
  const agreedTo = (minute: string, ...numbers: number[]): Fact => ({
    type: 'ProposalItemsAgreed',
    data: { items: numbers.map((number) => ({ number })), agreedBy, agreedAt: `2026-11-20T11:${minute}:00.000Z` },
  });
  const failedLater = done({ ...failed, number: 1 });
  const half = await proposal({ projectId }, agreedTo('05', 1, 2), done(approved));
  const oldest = await proposal({ projectId }, agreedTo('01', 1), agreedTo('09', 2), done(approved));
  // What failed and was done after all has come to its end once.
  await proposal({ projectId }, agreedTo('00', 1, 2), failedLater, done(approved, failed));
  const own = async (moment: string, limit = 10) =>
    (await findStoppedProposals(fed.db, new Date(`2026-11-20T11:${moment}:00.000Z`), limit)).filter((id) => [half, oldest].includes(id));
  expect([await own('00'), await own('01'), await own('30'), (await own('30', 1)).length]).toEqual([[], [oldest], [oldest, half], 1]);
  await passOverAfter(8, fed.db, resumingTask, oldest);
  expect(await own('30')).toEqual([half]);
  await feed(`proposal-${half}`, [done({ ...failed, number: 2 })]);
  expect(await own('30')).toEqual([]);
});
