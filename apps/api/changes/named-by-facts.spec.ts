import { recordedFact } from '@pps/event-store/testing';
import type { Change } from './change';
import { namedByFacts } from './named-by-facts';

const change = (changes: Partial<Change>): Change => ({
  ...{
    position: 9n,
    type: 'webhook_delivery',
    id: 'd',
    isNew: false,
    treeId: 'project',
    epoch: 0,
    stream: 'webhook_delivery-d',
    revision: 1,
  },
  ...changes,
});

function counted(data: object, failures = 0) {
  let reads = 0;
  const read = async (stream: string, from: number) => {
    if (++reads <= failures) throw new Error('no leader');
    return [recordedFact({ stream, revision: from, data: data as Record<string, never> })];
  };
  return { findNamed: namedByFacts({ read: read as never }), reads: () => reads };
}

it('whose a delivery is, is read once for all who are told of it, and again after a failure alone', async () => {
  const { findNamed, reads } = counted({ webhookId: 'w' }, 1);
  await expect(findNamed(change({}))).rejects.toThrow('no leader');
  const all = await Promise.all([findNamed(change({})), findNamed(change({})), findNamed(change({ revision: 2, position: 10n }))]);
  expect([all, reads()]).toEqual([[{ webhookId: 'w' }, { webhookId: 'w' }, { webhookId: 'w' }], 2]);
});

it('which simulated board it was is read of its own fact', async () => {
  const { findNamed, reads } = counted({ boardId: 'b', name: 'secret' });
  const board = { type: 'board', id: '', stream: 'sandbox_boards-p' };
  expect([await findNamed(change({ ...board, revision: 3 })), await findNamed(change({ ...board, revision: 4 }))]).toEqual([
    { id: 'b' },
    { id: 'b' },
  ]);
  expect(reads()).toBe(2);
});
