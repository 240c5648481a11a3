import { migrateAt } from '@pps/read-store';
import { startPostgres, type Part } from '@pps/embedded';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { allMigrations } from '../../../apps/foundation/all-migrations';
import { eventually } from '../../setup/eventually';
import { putCluster } from '../../setup/put-cluster';
import type { Promotions } from '../cluster/troubled-installation';
import { killProcessTree, processTreeOf } from '../installation/process-tree';
import { portsOf, type SiteNetwork } from './site-network';

/** A server in each site: one takes writes and confirms them once another one has them. */
export interface SitesDatabase extends Promotions {
  /** Of all servers, as `DATABASE_URL` names them. */
  readonly url: string;
  /** Of one server at that port. */
  urlAt(port: number): string;
  /** The site whose server takes writes. */
  primarySite(): number;
  pidsAt(site: number): readonly number[];
  kill(site: number): Promise<void>;
  /** Starts the server of a site again; where it is not the primary any more on a copy of the one that is. */
  start(site: number): Promise<void>;
  /** Makes the server that has most, of sites other than this one, the primary, and the others follow it. */
  promoteOtherThan(site: number): Promise<void>;
  /** Resolves once every standby has what was written before and is sent the rest. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

const settings = {
  ...{ wal_level: 'replica', max_wal_senders: 10, hot_standby: 'on', wal_keep_size: '256MB', max_connections: 200, fsync: 'off' },
  ...{ wal_sender_timeout: '5s', wal_receiver_timeout: '5s', wal_retrieve_retry_interval: '1s' },
};
const nameOf = (site: number): string => `site${site}`;

export async function startSitesDatabase({ sites, namespaceOf }: SiteNetwork, folder: string): Promise<SitesDatabase> {
  const folderOf = (site: number) => join(folder, `database-${site}`);
  const dataOf = (site: number) => join(folderOf(site), 'postgres');
  const running = new Map<number, Part>();
  let primary = sites[0] ?? 1;
  let isSynchronous = false;
  const run = async (site: number) => {
    const place = { dataDir: dataOf(site), port: portsOf(site).postgres, networkNamespace: namespaceOf(site) };
    running.set(site, await startPostgres({ ...place, settings }));
  };
  for (const site of sites) mkdirSync(folderOf(site), { mode: 0o711 });
  putCluster(folderOf(primary));
  await run(primary);
  await running.get(primary)?.stop();
  appendFileSync(
    join(dataOf(primary), 'pg_hba.conf'),
    'host all all 10.9.0.0/16 scram-sha-256\nhost replication all 10.9.0.0/16 scram-sha-256\n',
  );
  const password = readFileSync(join(folderOf(primary), 'postgres-password'), 'utf8').trim();
  const urlAt = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const ask = async <Row extends object>(site: number, statement: string): Promise<Row[]> => {
    const client = new Client({ connectionString: urlAt(portsOf(site).postgres), connectionTimeoutMillis: 30_000 });
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const wayToPrimary = (site: number) =>
    `host=127.0.0.1 port=${portsOf(primary).postgres} user=postgres password=${password} application_name=${nameOf(site)} connect_timeout=2 ` +
    'keepalives_idle=1 keepalives_interval=1 keepalives_count=3';
  const confirmed = `ANY 1 (${sites.map(nameOf).join(', ')})`;
  /** A copy of the primary's files as it runs, which follows it. */
  const copyPrimary = async (site: number) => {
    const client = new Client({ connectionString: urlAt(portsOf(primary).postgres), connectionTimeoutMillis: 30_000 });
    await client.connect();
    try {
      await client.query(`select pg_backup_start('again', true)`);
      await rm(dataOf(site), { recursive: true, force: true });
      // Files that are removed meanwhile make it say so.
      await once(spawn('cp', ['-a', dataOf(primary), dataOf(site)], { stdio: 'ignore' }), 'exit');
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
      const [label, { uid, gid }] = [join(dataOf(site), 'backup_label'), lstatSync(dataOf(site))];
      writeFileSync(label, rows[0]?.labelfile ?? '');
      chownSync(label, uid, gid);
    } finally {
      await client.end();
    }
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(dataOf(site), name), { force: true });
    follow(site);
  };
  const follow = (site: number) => {
    writeFileSync(join(dataOf(site), 'standby.signal'), '');
    // The last one counts.
    appendFileSync(join(dataOf(site), 'postgresql.auto.conf'), `\nprimary_conninfo = '${wayToPrimary(site)}'\n`);
    if (isSynchronous) appendFileSync(join(dataOf(site), 'postgresql.auto.conf'), `synchronous_standby_names = '${confirmed}'\n`);
  };
  const caughtUp = async (): Promise<void> => {
    await eventually('standbys that have all', async () => {
      const [row] = await ask<{ following: number }>(
        primary,
        `select count(*)::int as following from pg_stat_replication where state = 'streaming'`,
      ).catch(() => []);
      return row?.following === sites.length - 1 || undefined;
    });
  };
  const kill = async (site: number) => {
    const server = running.get(site);
    if (!server) return;
    running.delete(site);
    killProcessTree(server.pid);
    await server.ended;
  };
  for (const site of sites) if (site !== primary) execFileSync('cp', ['-a', `${folderOf(primary)}/.`, folderOf(site)]);
  for (const site of sites) chmodSync(folderOf(site), 0o711);
  await run(primary);
  await migrateAt(urlAt(portsOf(primary).postgres), allMigrations);
  for (const site of sites)
    if (site !== primary) {
      await copyPrimary(site);
      await run(site);
    }
  await caughtUp();
  for (const site of sites) {
    await ask(site, `alter system set synchronous_standby_names = '${confirmed}'`);
    await ask(site, 'select pg_reload_conf()');
  }
  isSynchronous = true;
  const [formerPrimaries, promotedAt] = [new Set<number>(), [] as number[]];
  return {
    promotedAt,
    url: urlAt(0).replace(/@[^/]*/, `@${sites.map((site) => `127.0.0.1:${portsOf(site).postgres}`).join(',')}`),
    urlAt,
    primarySite: () => primary,
    pidsAt: (site) => processTreeOf(running.get(site)?.pid ?? 0),
    kill,
    start: async (site) => {
      if (formerPrimaries.delete(site)) {
        await kill(site);
        await copyPrimary(site);
      }
      if (!running.has(site)) await run(site);
    },
    promoteOtherThan: async (site) => {
      const others = sites.filter((each) => each !== site && running.has(each));
      const far = await Promise.all(
        others.map(async (each) => {
          const got = 'coalesce(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())';
          const [row] = await ask<{ bytes: number }>(each, `select pg_wal_lsn_diff(${got}, '0/0')::float8 as bytes`);
          return { each, bytes: row?.bytes ?? 0 };
        }),
      );
      const [best] = far.sort((a, b) => b.bytes - a.bytes);
      if (!best) throw new Error('no other server runs');
      formerPrimaries.add(primary);
      primary = best.each;
      await ask(primary, 'select pg_promote(true, 60)');
      promotedAt.push(performance.now());
      for (const { each } of far)
        if (each !== primary) {
          await ask(each, `alter system set primary_conninfo = '${wayToPrimary(each)}'`);
          await ask(each, 'select pg_reload_conf()');
        }
    },
    caughtUp,
    stop: async () => void (await Promise.all(sites.map(kill))),
  };
}
