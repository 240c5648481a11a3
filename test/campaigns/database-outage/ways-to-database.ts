import { openDatabase } from '@pps/read-store';
import { tcpProxy, type TcpProxy } from '../../setup/tcp-proxy';
import { throughProxy } from '../../setup/through-proxy';
import { findPgBouncer, startPooler } from './start-pooler';

/** The hosts' way to their database, which can be taken away. */
export interface WayToDatabase {
  readonly url: string;
  /** Resolves when it is away, which may be at a moment that has to come first. */
  takeAway(): Promise<void>;
  giveBack(): Promise<void>;
  stop(): Promise<void>;
}

export type OutageKind = 'cut' | 'before-a-claim' | 'read-only' | 'pooler-killed';
export const outageKinds: readonly OutageKind[] = ['cut', 'before-a-claim', 'read-only', 'pooler-killed'];

/** What a worker says between the beginning of an attempt and its call. */
const claim = 'claim_publish';

/** The way of that kind to a database that `databaseUrl` leads to directly. Throws where a program for it is missing. */
export async function openWay(kind: OutageKind, databaseUrl: string, log: (line: string) => void): Promise<WayToDatabase> {
  if (kind !== 'pooler-killed') return openDirectWay(kind, databaseUrl);
  const pooler = await startPooler(await findPgBouncer(log), databaseUrl);
  return { url: pooler.url, takeAway: pooler.kill, giveBack: pooler.startAgain, stop: pooler.stop };
}

async function openDirectWay(kind: Exclude<OutageKind, 'pooler-killed'>, databaseUrl: string): Promise<WayToDatabase> {
  const target = Number(new URL(databaseUrl).port);
  let proxy: TcpProxy = await tcpProxy(target);
  const { port } = proxy;
  const admin = openDatabase(databaseUrl, 1);
  const alter = (what: string) => admin.raw(`alter database ${new URL(databaseUrl).pathname.slice(1)} ${what}`);
  const ways: Readonly<Record<typeof kind, Pick<WayToDatabase, 'takeAway' | 'giveBack'>>> = {
    cut: { takeAway: () => proxy.stop(), giveBack: async () => void (proxy = await tcpProxy(target, port)) },
    'before-a-claim': {
      takeAway: async () => {
        await proxy.cutBefore(claim);
        await proxy.stop();
      },
      giveBack: async () => void (proxy = await tcpProxy(target, port)),
    },
    // New connections get what a standby gives; the way back cuts none of them.
    'read-only': {
      takeAway: async () => {
        await alter('set default_transaction_read_only = on');
        proxy.cut();
      },
      giveBack: async () => {
        await admin.raw('set default_transaction_read_only = off');
        await alter('reset default_transaction_read_only');
      },
    },
  };
  const stop = async () => {
    await proxy.stop();
    await admin.destroy();
  };
  return { url: throughProxy(databaseUrl, proxy), ...ways[kind], stop };
}
