import { startLocalEventStore } from '@pps/local-event-store';
// Not through the library's door: it would load the HTTP framework.
import { boundGarbage } from '@pps/runtime/lifecycle/bound-garbage';

boundGarbage();

/** A process of its own for the local event store. */
async function main(): Promise<void> {
  const { DATABASE_URL: databaseUrl, EVENT_STORE_PORT: port = '2113', EVENT_STORE_TOKEN: token, LEASH: leash } = process.env;
  if (!databaseUrl) throw new Error('DATABASE_URL is needed');
  if (!token || !/^[\w-]{16,}$/.test(token))
    throw new Error('EVENT_STORE_TOKEN is needed: 16 letters, digits, - and _, or more; clients give it as connectionName');
  if (!/^\d{1,5}$/.test(port)) throw new Error('EVENT_STORE_PORT must be a port number');
  const store = await startLocalEventStore({
    databaseUrl,
    port: Number(port),
    token,
    log: (level, message, fields) => console.error(JSON.stringify({ level, message, ...fields })),
  });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void store.stop().finally(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The parent holds the other end of stdin, so this process ends with it, even after kill -9.
  if (leash === 'stdin') process.stdin.resume().once('close', stop).once('end', stop);
  console.log(`listening 127.0.0.1:${store.port}`);
}

main().catch((error: unknown) => {
  console.error(JSON.stringify({ level: 'error', message: 'the event store did not start', reason: String(error) }));
  process.exit(1);
});
