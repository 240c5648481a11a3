import { openInMemoryEventStore } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { withWriterLock } from './with-writer-lock';

const metadata = { actor: { type: 'system' as const }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 };
const fact = () => ({ id: newId(), type: 'Noted', data: {}, metadata });

it('the lock is told of what was appended before the caller is, and of what was read of a stream by whoever appended it', async () => {
  const [bare, told] = [openInMemoryEventStore(), [] as string[]];
  let letGo = () => undefined as void;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const lock = {
    noteAppend: (position: bigint) => {
      told.push(`appended ${position}`);
      return held;
    },
    noteSeen: (position: bigint) => void told.push(`seen ${position}`),
  };
  const store = withWriterLock(bare, lock);
  const appending = store.append('noted-a', [fact(), fact()], 'no_stream').then(({ position }) => told.push(`answered ${position}`));
  const { position } = await bare.append('noted-b', [fact()], 'no_stream');
  expect(await store.read('noted-b')).toHaveLength(1);
  expect(await store.last('noted-b')).toMatchObject({ position });
  expect(await store.read('noted-c')).toEqual([]);
  const head = told[0]?.split(' ')[1];
  expect(told).toEqual([`appended ${head}`, `seen ${position}`, `seen ${position}`]);
  letGo();
  await appending;
  expect(told.at(-1)).toBe(`answered ${head}`);
});
