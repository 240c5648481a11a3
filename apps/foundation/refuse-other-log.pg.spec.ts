import { openEventStore, type EventStore } from '@pps/event-store';
import { startLocalEventStore, type LocalEventStore } from '@pps/local-event-store';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { CannotStart } from '@pps/runtime';
import { freshDatabase } from '../../test/setup/fresh-database';
import { refuseOtherLog } from './refuse-other-log';

let local: LocalEventStore;
let db: Database;
const opened: EventStore[] = [];

beforeAll(async () => {
  local = await startLocalEventStore({ databaseUrl: await freshDatabase(), port: 0 });
  db = openDatabase(await freshDatabase());
  await migrate(db, readStoreMigrations);
});
afterAll(async () => {
  for (const store of opened) await store.close();
  await db.destroy();
  await local.stop();
});

function open(connectionString: string): EventStore {
  const store = openEventStore(connectionString);
  opened.push(store);
  return store;
}

it('says in one line that the event store refuses the credentials, also of a database that has read nothing yet', async () => {
  const wrong = local.connectionString.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  const refusal = refuseOtherLog(db, open(wrong));
  await expect(refusal).rejects.toBeInstanceOf(CannotStart);
  await expect(refusal).rejects.toThrow('The event store refuses the user and password of EVENTSTORE_URL.');
});

it('says nothing of credentials that work', async () => {
  await expect(refuseOtherLog(db, open(local.connectionString))).resolves.toBeUndefined();
});
