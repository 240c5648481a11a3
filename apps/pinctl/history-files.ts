import { join } from 'node:path';

/** What `pinctl audit export` writes and the verifiers read. */
export const historyFiles = (folder: string) => ({
  facts: join(folder, 'export.ndjson'),
  checkpoints: join(folder, 'checkpoints.json'),
  keys: join(folder, 'keys.json'),
});
