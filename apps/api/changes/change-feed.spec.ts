import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { ChangeFeed } from './change-feed';

it('a reader that hangs up while the log is not open yet is not told of anything afterwards', async () => {
  const store = openInMemoryEventStore();
  let open: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  const head = async () => (await isOpen, store.head());
  const feed = new ChangeFeed({ store: { ...store, head }, live: { lastWriteOf: async () => 0n } });
  const calls: string[] = [];
  const gone = { isOver: false, checkCredential: () => calls.push('gone') };
  const joining = feed.join('organization', gone);
  gone.isOver = true;
  feed.leave('organization', gone);
  open();
  await joining;
  await new Promise<void>((resolve) => {
    const checkCredential = () => (calls.push('there'), resolve());
    void feed.join('organization', { isOver: false, checkCredential }).then(() => {
      const metadata = { ...someone, organizationId: 'organization', schemaVersion: 1 };
      return store.append(`apikey-${newId()}`, [{ id: newId(), type: 'ApiKeyRevoked', data: {}, metadata }], 'no_stream');
    });
  });
  expect(calls).toEqual(['there']);
  feed.stop();
  await store.close();
});
