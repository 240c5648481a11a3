import { masterKeys, openVault } from '@pps/vault';
import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { AccessTokens, CONSENT_STARTERS, ConnectingModule, PLAN_LIMITS } from '@pps/connections';
import { openDatabase, type Database } from '@pps/read-store';
import { FoundationModule } from '../../../apps/foundation/foundation.module';
import type { Parts } from '../../../apps/foundation/open-parts';
import { crashingAt, type CrashPoint } from './crash-points';

/** One worker's view of the accounts: connections to the database, caches and locks of its own. */
export interface Instance {
  readonly tokens: AccessTokens;
  readonly commands: CommandBus;
  /** Resolves when it has crashed. */
  readonly crashed: Promise<void>;
  stop(): Promise<void>;
}

const unending = { provide: CONSENT_STARTERS, useValue: { isLive: async () => true } };
const unlimited = { provide: PLAN_LIMITS, useValue: { platformAccounts: async () => 1_000_000 } };

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
  const imports = [FoundationModule.with(given), ConnectingModule.with(unlimited, unending)];
  const app = await NestFactory.createApplicationContext({ module: class InstanceModule {}, imports }, { logger: false });
  return {
    tokens: app.get(AccessTokens, { strict: false }),
    commands: app.get(CommandBus, { strict: false }),
    crashed,
    stop: async () => {
      await app.close();
      await db.destroy();
    },
  };
}

/** As when a process dies: its transactions end, its locks are free. */
async function cutConnections(db: Database, name: string): Promise<void> {
  await db.raw('select pg_terminate_backend(pid) from pg_stat_activity where application_name = ?', [name]);
}
