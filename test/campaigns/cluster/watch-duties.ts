import { pause } from '@pps/concurrency';
import { connectWritable, Timelines } from '@pps/read-store';
import { addressesOf, findWritableAddress } from '@pps/read-store/writable-address';
import { Client } from 'pg';

/** On this process's monotonic clock. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

export interface SeenDuties {
  /** In each of them one duty had no holder. */
  readonly unled: readonly Stretch[];
  /** In these no duty could be seen, as no database that takes writes gave an answer. */
  readonly unseen: readonly Stretch[];
}

export interface DutyWatch {
  /** No further looks. */
  stop(): Promise<SeenDuties>;
}

const [looksEveryMs, answersWithinMs, seeksEveryMs] = [100, 1_000, 1_000];
const query = `select duty, expires_at > clock_timestamp() as led from leases.lease`;

/** Looks again and again which duties have a holder, where the database takes writes. Those of a release that nobody has any more have none for ever. */
export function watchDuties(databaseUrl: string): DutyWatch {
  const connection = followPrimary(databaseUrl);
  const stopping = new AbortController();
  const [since, unled, unseen] = [new Map<string, number>(), [] as Stretch[], [] as Stretch[]];
  let lastSeenAt = performance.now();
  const look = async () => {
    const { rows } = await (await connection.client()).query<{ duty: string; led: boolean }>(query);
    const now = performance.now();
    if (now - lastSeenAt > answersWithinMs) unseen.push({ from: lastSeenAt, until: now });
    lastSeenAt = now;
    for (const { duty, led } of rows) {
      const from = since.get(duty);
      if (!led) since.set(duty, from ?? now);
      else if (from !== undefined) {
        unled.push({ from, until: now });
        since.delete(duty);
      }
    }
  };
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await look().catch(() => connection.leave());
      await pause(looksEveryMs, stopping.signal);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      connection.leave();
      return { unled, unseen };
    },
  };
}

/** A connection to the server that takes writes, sought again once a second where there are several. */
function followPrimary(databaseUrl: string) {
  const timelines = new Timelines();
  let present: { readonly client: Client; readonly address: string } | undefined;
  let soughtAt = -Infinity;
  const leave = () => {
    void present?.client.end().catch(() => undefined);
    present = undefined;
  };
  const client = async (): Promise<Client> => {
    const isAlone = addressesOf(databaseUrl).length === 1;
    if (present && (isAlone || performance.now() - soughtAt < seeksEveryMs)) return present.client;
    const address = await findWritableAddress(databaseUrl, timelines);
    soughtAt = performance.now();
    if (present?.address === address) return present.client;
    leave();
    const made = new Client({ connectionString: address, connectionTimeoutMillis: answersWithinMs, query_timeout: answersWithinMs });
    made.on('error', () => undefined);
    await connectWritable(made, timelines);
    present = { client: made, address };
    return made;
  };
  return { client, leave };
}
