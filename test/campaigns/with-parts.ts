import startParts from '../setup/start-parts';
import stopParts from '../setup/stop-parts';

/** Gives a campaign the parts that the tests have: PostgreSQL, nats-server and an event store in a folder of their own, until it ends. */
export async function withParts<T>(work: () => Promise<T>): Promise<T> {
  await startParts();
  try {
    return await work();
  } finally {
    await stopParts();
  }
}
