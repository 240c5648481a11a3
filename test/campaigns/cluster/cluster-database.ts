import { migrateAt } from '@pps/read-store';
import { setTimeout as delay } from 'node:timers/promises';
import { allMigrations } from '../../../apps/foundation/all-migrations';
import { migratedDatabase } from '../../setup/migrated-database';
import { startReplicatedServers } from '../../setup/replicated-servers';
import type { Promotions } from './troubled-installation';

/** What the hosts and the event store have in common. */
export interface ClusterDatabase extends Promotions {
  /** Of all servers, as `DATABASE_URL` names them. */
  readonly url: string;
  readonly addresses: readonly string[];
  /** Makes the standby the one that takes writes, once; the primary is killed before that, or goes on beside it. */
  promote(primary: 'killed' | 'goes on'): Promise<void>;
  /** The standby gets nothing any more, and what waits for it on the primary is told to wait no longer, for so long. */
  endWaits(forMs: number): Promise<void>;
  /** Ends the primary that went on. */
  endPrimary(): Promise<void>;
  stop(): Promise<void>;
}

/** One server, or one and a standby that has to confirm each commit. */
export async function openClusterDatabase(hasStandby: boolean): Promise<ClusterDatabase> {
  if (!hasStandby) {
    const url = await migratedDatabase();
    const refuse = async () => {
      throw new Error('the cluster has no standby');
    };
    return { url, addresses: [url], promotedAt: [], promote: refuse, endWaits: refuse, endPrimary: refuse, stop: async () => undefined };
  }
  const servers = await startReplicatedServers({ max_connections: 200 });
  const { primary, standby } = servers;
  try {
    await migrateAt(primary.url, allMigrations);
    await servers.caughtUp();
    await servers.ask(primary, `alter system set synchronous_standby_names = 'second'`);
    await servers.ask(primary, 'select pg_reload_conf()');
  } catch (error) {
    await servers.stop();
    throw error;
  }
  const endPrimary = async () => {
    // Its processes end at once, without finishing anything.
    primary.kill('SIGQUIT');
    await primary.ended;
  };
  const promotedAt: number[] = [];
  return {
    promotedAt,
    url: primary.url.replace(/@[^/]*/, `@127.0.0.1:${primary.port},127.0.0.1:${standby.port}`),
    addresses: [primary.url, standby.url],
    promote: async (what) => {
      if (what === 'killed') await endPrimary();
      await servers.promote();
      promotedAt.push(performance.now());
    },
    endWaits: async (forMs) => {
      await servers.ask(standby, `alter system set primary_conninfo = ''`);
      await servers.ask(standby, 'select pg_reload_conf()');
      for (const until = performance.now() + forMs; performance.now() < until; await delay(100))
        await servers.ask(primary, `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
    },
    endPrimary,
    stop: () => servers.stop(),
  };
}
