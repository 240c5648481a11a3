import { masterKeys, openVault } from '@pps/vault';
import { randomUUID } from 'node:crypto';
import { bindConnecting, bindConnections, type AccessTokens, type Connecting } from '@pps/connections';
import { SharedBuckets } from '@pps/rate-limits';
import { openDatabase, type Database } from '@pps/read-store';
import type { Parts } from '../../../apps/foundation/open-parts';
import { crashingAt, type CrashPoint } from './crash-points';

/** One worker's view of the accounts: connections to the database, caches and locks of its own. */
export interface Instance {
  readonly tokens: AccessTokens;
  readonly connecting: Connecting;
  /** Resolves when it has crashed. */
  readonly crashed: Promise<void>;
  stop(): Promise<void>;
}

const unending = { isLive: async () => true };
const unlimited = { platformAccounts: async () => 1_000_000 };

export interface Doom {
  readonly point: CrashPoint;
  /** Ends the process; null: only this instance, whose connections are cut. */
  readonly kill: (() => void) | null;
}

/** @param doom where its first refresh ends */
export async function openInstance(parts: Parts, doom: Doom | null = null): Promise<Instance> {
  const name = `instance-${randomUUID()}`;
  const url = new URL(parts.configuration.DATABASE_URL ?? '');
  url.searchParams.set('application_name', name);
  const db = openDatabase(url.href, 2);
  const own = {
    ...parts,
    db,
    vault: openVault(db, masterKeys(parts.keys.MASTER_KEY)),
    configuration: { ...parts.configuration, DATABASE_POOL_SIZE: 2 },
  };
  let reportCrash: () => void = () => undefined;
  const crashed = new Promise<void>((resolve) => (reportCrash = resolve));
  const crash = async (): Promise<never> => {
    doom?.kill?.();
    await cutConnections(parts.db, name);
    // Its timers end; whoever waits for its connections waits for ever.
    void db.destroy().catch(() => undefined);
    reportCrash();
    return new Promise<never>(() => undefined);
  };
  const given = doom ? { ...own, ...crashingAt(doom.point, own, crash) } : own;
  const connections = bindConnections({ ...given, sharedBuckets: new SharedBuckets(db) });
  return {
    tokens: connections.tokens,
    connecting: bindConnecting({ ...given, ...connections, consentStarters: unending, planLimits: unlimited }),
    crashed,
    stop: () => db.destroy(),
  };
}

/** As when a process dies: its transactions end, its locks are free. */
async function cutConnections(db: Database, name: string): Promise<void> {
  await db.raw('select pg_terminate_backend(pid) from pg_stat_activity where application_name = ?', [name]);
}
