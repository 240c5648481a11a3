import { factsOf } from '@pps/event-store';
import { defineProcess, type Database, type Process } from '@pps/read-store';
import { noteExport, wakeExport } from '@pps/workspaces';
import { accountExportStream } from '@pps/workspaces/events';

/** Notes every export that was asked for, so that it is made, and lets it be looked at when something happened to it. */
export const noteAccountExports = ({ db }: { readonly db: Database }): Process<null> =>
  defineProcess({
    name: 'account-exports',
    startsAt: 'beginning',
    handles: factsOf(accountExportStream, 'AccountExportRequested', 'AccountExportReady', 'AccountExportEnded'),
    initial: null,
    react: async (facts) => {
      for (const { type, data } of facts) {
        if (type === 'AccountExportRequested') await noteExport(db, data);
        else await wakeExport(db, data.exportId, type === 'AccountExportReady' ? data.fileId : undefined);
      }
      return null;
    },
  });
