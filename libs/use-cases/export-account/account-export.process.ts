import { factsOf } from '@pps/event-store';
import { userStream } from '@pps/identity/events';
import { defineProcess, type Database, type Process } from '@pps/read-store';
import { noteExport, wakeExport, wakeExportsOf } from '@pps/workspaces';
import { accountExportStream } from '@pps/workspaces/events';

/** Notes every export that was asked for, so that it is made, and lets it be looked at when something happened to it or ended the person's sessions. */
export const noteAccountExports = ({ db }: { readonly db: Database }): Process<null> =>
  defineProcess({
    name: 'account-exports',
    startsAt: 'beginning',
    handles: factsOf(accountExportStream, 'AccountExportRequested', 'AccountExportReady', 'AccountExportEnded').and(
      userStream,
      ...(['PasswordReset', 'PasswordChanged'] as const),
    ),
    initial: null,
    react: async (facts) => {
      for (const { type, data, metadata } of facts) {
        if (type === 'PasswordReset' || type === 'PasswordChanged') {
          if (metadata.organizationId !== undefined) await wakeExportsOf(db, metadata.organizationId);
        } else if (type === 'AccountExportRequested') await noteExport(db, data);
        else await wakeExport(db, data.exportId, type === 'AccountExportReady' ? data.fileId : undefined);
      }
      return null;
    },
  });
