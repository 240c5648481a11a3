import { Invalid } from '@pps/kernel';
import { decodeProposal } from './decode-proposal';

const id = '01890a5d-ac96-774b-bcce-000000000007';
const now = new Date('2026-11-20T10:00:00.000Z');
const decode = (item: object) => decodeProposal([item], now);

test.each([
  ['change_pin', {}],
  ['change_pin', { title: null }],
  ['change_pin', { board_id: null }],
  ['change_schedule', {}],
  ['change_schedule', { run_at: null }],
])('%s with %j would change nothing, which nobody is asked about', async (action, changes) => {
  const error = await decode({ action, id, changes }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Invalid);
  expect((error as Invalid).errors[0]?.loc.slice(0, 4)).toEqual(expect.arrayContaining(['body', 'items', 0, 'changes']));
});

test('what clears a field changes something', async () => {
  expect(await decode({ action: 'change_pin', id, changes: { link_url: null } })).toMatchObject([{ changes: { linkUrl: null } }]);
  expect(await decode({ action: 'change_schedule', id, changes: { board_id: '7' } })).toMatchObject([{ boardId: '7' }]);
});
