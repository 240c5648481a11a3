import type { StreamType } from '@pps/event-store';
import { importDecider } from './import.decider';
import type { ImportFact } from './import.events';
import type { ImportState } from './import.state';

/** `import-<jobId>`: one file of rows: accepted, worked off in portions, ended. */
export const importStream: StreamType<ImportState, ImportFact> = {
  category: 'import',
  decider: importDecider,
  snapshot: { version: 2, every: 200 },
  facts: {
    ImportAccepted: 1,
    ImportStarted: 1,
    ImportRowsProcessed: 1,
    ImportCancelRequested: 1,
    ImportCompleted: 1,
    ImportFailed: 1,
  },
  sealed: {
    ImportAccepted: ['sourceFilename'],
    ImportRowsProcessed: ['rows[].idempotencyKey', 'rows[].errorMessage'],
    ImportCompleted: ['sourceFilename'],
    ImportFailed: ['sourceFilename', 'errorMessage'],
  },
};
