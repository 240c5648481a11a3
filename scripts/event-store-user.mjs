// Makes the service's user of an EventStoreDB, who is no administrator, and lets it read $all, which only administrators may by default.
// Settings: EVENTSTORE_ADMIN_URL (https://host:port), EVENTSTORE_ADMIN_PASSWORD, EVENTSTORE_USER, EVENTSTORE_PASSWORD, and
// NODE_EXTRA_CA_CERTS with the authority of the store's certificate. May be repeated: the password becomes the one given.
import { EventStoreDBClient } from '@eventstore/db-client';
import { pathToFileURL } from 'node:url';

const patienceMs = 15_000;

/** Makes the user, or gives the one that exists this password. Throws when the store refuses. */
export async function makeUser({ url, adminPassword, user, password }) {
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`,
  };
  const post = (path, body) =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(patienceMs) });
  const made = await post('/users/', { loginName: user, fullName: 'Pin Publishing Service', groups: [], password });
  if (made.ok) return;
  if (made.status !== 409) throw new Error(`the event store does not make the user ${user}: ${made.status}`);
  const changed = await post(`/users/${encodeURIComponent(user)}/command/reset-password`, { newPassword: password });
  if (!changed.ok) throw new Error(`the event store does not change the password of ${user}: ${changed.status}`);
}

/** Lets the user read $all, beside those who may. */
export async function letReadAll(client, user) {
  const { metadata = {} } = await client.getStreamMetadata('$all');
  const readers = new Set(['$admins', metadata.acl?.readRoles ?? []].flat());
  if (readers.has(user)) return;
  await client.setStreamMetadata('$all', { ...metadata, acl: { ...metadata.acl, readRoles: [...readers, user] } });
}

async function main() {
  const {
    EVENTSTORE_ADMIN_URL: url,
    EVENTSTORE_ADMIN_PASSWORD: adminPassword,
    EVENTSTORE_USER: user,
    EVENTSTORE_PASSWORD: password,
  } = process.env;
  if (!url || !adminPassword || !user || !password) {
    throw new Error('EVENTSTORE_ADMIN_URL, EVENTSTORE_ADMIN_PASSWORD, EVENTSTORE_USER and EVENTSTORE_PASSWORD are needed');
  }
  await makeUser({ url, adminPassword, user, password });
  const { host } = new URL(url);
  const authority = process.env.NODE_EXTRA_CA_CERTS ? `&tlsCAFile=${process.env.NODE_EXTRA_CA_CERTS}` : '';
  const client = EventStoreDBClient.connectionString(`esdb://admin:${encodeURIComponent(adminPassword)}@${host}?tls=true${authority}`);
  await letReadAll(client, user);
  await client.dispose();
  console.log(`${user} may read and write the log`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
