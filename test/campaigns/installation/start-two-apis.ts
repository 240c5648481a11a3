import { randomBytes } from 'node:crypto';
import { findFreePort, startEventStore, startNats, startNodeProgram, startPostgres, type Child } from '@pps/embedded';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { caller, type Call } from '../../setup/caller';
import { startReceiver } from '../../webhooks/receiver';
import { installation } from './installation';
import { patientSettings } from '../../setup/patient-settings';

export interface TwoApis {
  readonly platformUrl: string;
  /** Of the supervised processes; their pid files are below it. */
  readonly dataDir: string;
  readonly apis: readonly [Call, Call];
  readonly urls: readonly [string, string];
  /** Where webhooks may be sent to. */
  readonly receiverUrl: string;
  stop(): Promise<void>;
}

const settings = { DEFAULT_PLAN: 'pro', WEBHOOK_TARGETS: 'any', PACING_ACCOUNT: '1000/200', PACING_GLOBAL: '1000/200' };
const readyWithinMs = 120_000;

/** `npm start` on parts of our own (PostgreSQL only where `DATABASE_URL` is not given), a second API process on the same parts, and a receiver of webhooks; `stop` leaves no file behind. */
export async function startTwoApis(changed: Readonly<Record<string, string>> = {}): Promise<TwoApis> {
  const root = mkdtempSync(join(tmpdir(), 'two-apis-'));
  const stops: (() => Promise<void>)[] = [async () => rmSync(root, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of stops.reverse()) await end();
  };
  const track = <C extends Child>(child: C): C => {
    stops.push(() => child.stop());
    return child;
  };
  try {
    const folder = join(root, 'parts');
    mkdirSync(folder, { mode: 0o711 });
    const receiver = await startReceiver();
    stops.push(() => receiver.stop());
    const databaseUrl = changed['DATABASE_URL'] ?? track(await startPostgres({ dataDir: join(folder, 'postgres') })).url;
    const eventStore = track(await startEventStore({ databaseUrl }));
    const nats = track(await startNats({ storeDir: join(folder, 'nats') }));
    const shared = {
      ...settings,
      ...changed,
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: eventStore.url,
      NATS_URL: nats.url,
      PLATFORM_CLIENT_ID: 'campaign',
      PLATFORM_CLIENT_SECRET: randomBytes(16).toString('hex'),
      LOG_LEVEL: 'warn',
      ...patientSettings,
    };
    const first = await installation(shared);
    stops.push(() => first.discard(false));
    await first.start();
    stops.push(() => first.stop());
    const secondPort = await findFreePort();
    const env = {
      PATH: process.env.PATH,
      ...shared,
      DATA_DIR: first.dataDir,
      PORT: String(secondPort),
      PLATFORM_API_URL: `${first.platformUrl}/platform/v5`,
      PLATFORM_OAUTH_URL: `${first.platformUrl}/platform/oauth/`,
    };
    const quiet = () => undefined;
    track(startNodeProgram({ entry: 'apps/api/main', env, stdout: quiet, stderr: quiet }));
    const second = caller(secondPort);
    await ready(second);
    const urls = [first.apiPort, secondPort].map((port) => `http://127.0.0.1:${port}`) as [string, string];
    return {
      platformUrl: first.platformUrl,
      dataDir: first.dataDir,
      apis: [caller(first.apiPort), second],
      urls,
      receiverUrl: receiver.url,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ready(api: Call): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  for (;;) {
    const answer = await api('GET', '/health/ready').catch(() => null);
    if (answer?.status === 200) return;
    if (performance.now() > deadline) throw new Error(`the second API is not ready: ${answer?.status ?? 'no answer'}`);
    await delay(50);
  }
}
