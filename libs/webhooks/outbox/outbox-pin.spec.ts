import { recordedFact } from '@pps/event-store/testing';
import { pinQueued } from '@pps/pins/testing';
import { applyPinFact } from './outbox-pin';

test('a pin of a forgotten organization, whose words cannot be opened any more, has no title and stops nobody', () => {
  const { data, type } = pinQueued();
  const content = { ...data.content, title: null };
  const metadata = { actor: { type: 'system' }, occurredAt: data.queuedAt, schemaVersion: 1 } as const;
  const queued = applyPinFact(null, recordedFact({ type, data: { ...data, content }, metadata }));
  expect(queued).toMatchObject({ pinId: data.pinId, title: '' });
  const edit = { boardId: '2', content, fingerprint: 'other', editedAt: data.queuedAt };
  expect(applyPinFact(queued, recordedFact({ type: 'PinEdited', data: edit, metadata, revision: 1 }))).toMatchObject({
    boardId: '2',
    title: '',
  });
});
