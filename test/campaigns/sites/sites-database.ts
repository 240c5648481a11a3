import { startPostgres, type Part } from '@pps/embedded';
import { migrateAt } from '@pps/read-store';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, copyFileSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { allMigrations } from '../../../apps/foundation/all-migrations';
import { eventually } from '../../setup/eventually';
import type { Promotions } from '../cluster/troubled-installation';
import { freezeProcessTree, killProcessTree, send } from '../installation/process-tree';
import { portsOf, type SiteNetwork } from './site-network';

/** A server in each site: one takes writes and confirms them once another one has them. */
export interface SitesDatabase extends Promotions {
  /** Of all servers, as `DATABASE_URL` names them. */
  readonly url: string;
  /** Of one server at that port. */
  urlAt(port: number): string;
  /** The site whose server takes writes. */
  primarySite(): number;
  kill(site: number): Promise<void>;
  freeze(site: number): void;
  wake(site: number): void;
  /** Starts the server of a site again; where it is not the primary any more on a copy of the one that is. */
  start(site: number): Promise<void>;
  /** Makes the server that has most, of sites other than this one, the primary, and the others follow it. */
  promoteOtherThan(site: number): Promise<void>;
  /** Resolves once every standby has what was written before. */
  caughtUp(): Promise<void>;
}

const settings = {
  ...{ wal_level: 'replica', max_wal_senders: 10, hot_standby: 'on', wal_keep_size: '256MB', max_connections: 200, fsync: 'off' },
  ...{ wal_sender_timeout: '5s', wal_receiver_timeout: '5s', wal_retrieve_retry_interval: '1s' },
};
const nameOf = (site: number): string => `site${site}`;
/** Longer than a promotion may take. */
const answersWithinMs = 70_000;

/** Starts them, with all tables; `onStop` is told how to end what was begun. */
export async function startSitesDatabase(
  { sites, namespaceOf }: SiteNetwork,
  folder: string,
  onStop: (stop: () => Promise<unknown>) => void,
): Promise<SitesDatabase> {
  const folderOf = (site: number) => join(folder, `database-${site}`);
  const dataOf = (site: number) => join(folderOf(site), 'postgres');
  const [running, frozen] = [new Map<number, Part>(), new Map<number, readonly number[]>()];
  const [formerPrimaries, promotedAt] = [new Set<number>(), [] as number[]];
  let primary = sites[0] ?? 1;

  const run = async (site: number) => {
    const place = { dataDir: dataOf(site), port: portsOf(site).postgres, networkNamespace: namespaceOf(site) };
    running.set(site, await startPostgres({ ...place, settings }));
  };
  const kill = async (site: number) => {
    const server = running.get(site);
    if (!server) return;
    running.delete(site);
    killProcessTree(server.pid);
    await server.ended;
  };
  onStop(() => Promise.all(sites.map(kill)));

  for (const site of sites) {
    mkdirSync(folderOf(site));
    chmodSync(folderOf(site), 0o711);
  }
  await run(primary);
  await running.get(primary)?.stop();
  const fromSites = ['all', 'replication'].map((database) => `host ${database} all 10.9.0.0/16 scram-sha-256\n`);
  appendFileSync(join(dataOf(primary), 'pg_hba.conf'), fromSites.join(''));
  const passwordFile = (site: number) => join(folderOf(site), 'postgres-password');
  const password = readFileSync(passwordFile(primary), 'utf8').trim();
  const urlAt = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const connected = async (site: number) => {
    const connectionString = urlAt(portsOf(site).postgres);
    const client = new Client({ connectionString, connectionTimeoutMillis: 30_000, query_timeout: answersWithinMs });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const ask = async <Row extends object>(site: number, statement: string): Promise<Row[]> => {
    const client = await connected(site);
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const set = async (site: number, name: string, value: string) => {
    await ask(site, `alter system set ${name} = '${value}'`);
    await ask(site, 'select pg_reload_conf()');
  };
  const wayToPrimary = (site: number) =>
    `host=127.0.0.1 port=${portsOf(primary).postgres} user=postgres password=${password} application_name=${nameOf(site)} connect_timeout=2 ` +
    'keepalives_idle=1 keepalives_interval=1 keepalives_count=3';

  /** A copy of the primary's files as it runs, which follows it. */
  const copyPrimary = async (site: number) => {
    const client = await connected(primary);
    try {
      await client.query(`select pg_backup_start('copy', true)`);
      await rm(dataOf(site), { recursive: true, force: true });
      await copyFolder(dataOf(primary), dataOf(site));
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
      const [label, { uid, gid }] = [join(dataOf(site), 'backup_label'), lstatSync(dataOf(site))];
      writeFileSync(label, rows[0]?.labelfile ?? '');
      chownSync(label, uid, gid);
    } finally {
      await client.end();
    }
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(dataOf(site), name), { force: true });
    writeFileSync(join(dataOf(site), 'standby.signal'), '');
    // Of several lines the last one counts.
    appendFileSync(join(dataOf(site), 'postgresql.auto.conf'), `\nprimary_conninfo = '${wayToPrimary(site)}'\n`);
  };
  const caughtUp = async () => {
    const [head] = await ask<{ lsn: string }>(primary, 'select pg_current_wal_lsn()::text as lsn');
    await eventually('standbys that have all', async () => {
      const have = `select count(distinct application_name)::int as have from pg_stat_replication where replay_lsn >= '${head?.lsn}'`;
      const [row] = await ask<{ have: number }>(primary, have).catch(() => []);
      return row?.have === sites.length - 1 || undefined;
    });
  };
  /** No standby gets more from a server that it still hears. */
  const stopFollowing = async (standbys: readonly number[]) => {
    for (const site of standbys) await set(site, 'primary_conninfo', '');
    await eventually('standbys that follow nobody', async () => {
      const receivers = await Promise.all(standbys.map((site) => ask(site, 'select from pg_stat_wal_receiver')));
      return receivers.every((rows) => rows.length === 0) || undefined;
    });
  };
  const bytesAt = async (site: number): Promise<number> => {
    const has = 'greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())';
    const [row] = await ask<{ bytes: number }>(site, `select pg_wal_lsn_diff(${has}, '0/0')::float8 as bytes`);
    return row?.bytes ?? 0;
  };

  await run(primary);
  await migrateAt(urlAt(portsOf(primary).postgres), allMigrations);
  for (const site of sites)
    if (site !== primary) {
      copyFileSync(passwordFile(primary), passwordFile(site));
      await copyPrimary(site);
      await run(site);
    }
  await caughtUp();
  for (const site of sites) await set(site, 'synchronous_standby_names', `ANY 1 (${sites.map(nameOf).join(', ')})`);

  return {
    url: urlAt(0).replace(/@[^/]*/, `@${sites.map((site) => `127.0.0.1:${portsOf(site).postgres}`).join(',')}`),
    ...{ urlAt, promotedAt, kill, caughtUp },
    primarySite: () => primary,
    freeze: (site) => {
      const server = running.get(site);
      if (server) frozen.set(site, freezeProcessTree(server.pid));
    },
    wake: (site) => {
      for (const pid of frozen.get(site) ?? []) send(pid, 'SIGCONT');
      frozen.delete(site);
    },
    start: async (site) => {
      if (formerPrimaries.delete(site)) {
        await kill(site);
        await copyPrimary(site);
      }
      if (!running.has(site)) await run(site);
    },
    promoteOtherThan: async (site) => {
      const standbys = sites.filter((each) => each !== site && running.has(each) && !formerPrimaries.has(each));
      await stopFollowing(standbys);
      const reached = await Promise.all(standbys.map(async (each) => ({ each, bytes: await bytesAt(each) })));
      const [best] = reached.sort((a, b) => b.bytes - a.bytes);
      if (!best) throw new Error('no other server runs');
      const [promoted] = await ask<{ is: boolean }>(best.each, 'select pg_promote(true, 60) as is');
      if (!promoted?.is) throw new Error(`the server of site ${best.each} was not promoted`);
      promotedAt.push(performance.now());
      formerPrimaries.add(primary);
      primary = best.each;
      for (const each of standbys) if (each !== primary) await set(each, 'primary_conninfo', wayToPrimary(each));
    },
  };
}

/** Files that vanish while it copies are none of what a backup needs. */
async function copyFolder(from: string, to: string): Promise<void> {
  const child = spawn('cp', ['-a', from, to], { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' } });
  const [complaints] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  const serious = complaints.split('\n').filter((line) => line !== '' && !line.endsWith('No such file or directory'));
  if (serious.length > 0) throw new Error(serious[0]);
}
