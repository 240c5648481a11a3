import { eventually } from '../../eventually';

const notes = globalThis as typeof globalThis & { failLate?: () => void; hasFailed?: boolean };

test('waits while something of another file fails', async () => {
  notes.failLate?.();
  await eventually('the failure', async () => notes.hasFailed);
});
