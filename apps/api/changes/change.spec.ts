import { quotaStreamId } from '@pps/billing/events';
import { recordedFact, someone } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { changeOf, changeOfFact } from './change';

const projectId = newId();
const place = (stream: string, type = 'Any', revision = 0) => ({ stream, type, revision, position: 5n });

it.each([0, 1, 12])('usage is told by its month, in epoch %s too, and with the epoch that its stream names', (epoch) => {
  const stream = `quota-${quotaStreamId(projectId, epoch, '2026-11')}`;
  expect(changeOf(place(stream), projectId)).toMatchObject({ type: 'usage', id: '2026-11', epoch });
});

it('a board is told by the id that the platform gave it, a simulated one too', () => {
  const metadata = { ...someone, projectId, schemaVersion: 1 };
  const told = (stream: string, type: string, data: object) =>
    changeOfFact(recordedFact({ stream, type, data: data as Record<string, never>, revision: 4, metadata }));
  const named = { boardId: '4711', accountId: newId() };
  expect(told(`board-${newId()}`, 'BoardUpdated', named)).toMatchObject({
    type: 'board',
    id: '4711',
    isNew: false,
    accountId: named.accountId,
  });
  expect(told(`sandbox_boards-${projectId}`, 'SandboxBoardCreated', named)).toMatchObject({ type: 'board', id: '4711', isNew: true });
  expect(changeOf(place(`board-${newId()}`, 'BoardUpdated'), projectId)).toMatchObject({ id: '', isNew: false });
});
