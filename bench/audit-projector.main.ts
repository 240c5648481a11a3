import { auditFactsProjection, auditMigrations } from '@pps/audit';
import { openEventStore } from '@pps/event-store';
import { migrate, openDatabase, readStoreMigrations, runProjector } from '@pps/read-store';

// Keeps index and trees of histories, and nothing else, until it is ended.

async function main(): Promise<void> {
  const db = openDatabase(process.env['DATABASE_URL'] ?? '', 6);
  await migrate(db, [...readStoreMigrations, ...auditMigrations]);
  const store = openEventStore(process.env['EVENTSTORE_URL'] ?? '');
  const log = (_: string, message: string, fields?: object) => console.error(message, fields);
  process.on('SIGTERM', () => process.exit(0));
  process.stdin.on('end', () => process.exit(0)).resume();
  await runProjector({ db, store, projections: [auditFactsProjection], signal: new AbortController().signal, log });
}

void main();
