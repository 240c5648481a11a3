import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNodeProgram } from '@pps/embedded';
import { startLocalEventStore } from '@pps/local-event-store';
import { createLogger, loadConfiguration } from '@pps/runtime';
import { openParts, type Parts } from '../../../apps/foundation/open-parts';
import { startTestSimulators } from '../../../apps/simulators/testing';
import { platformSettings } from '../../setup/platform-service';
import { patientSettings } from '../../setup/patient-settings';
import type { CrashPoint } from './crash-points';

export interface RefreshInstallation {
  readonly parts: Parts;
  readonly simulatorsUrl: string;
  killProcess(accountId: string, point: CrashPoint): Promise<void>;
  stop(): Promise<void>;
}

/** A database's own log and platform; the database is one that only this uses. */
export async function refreshInstallation(databaseUrl: string, natsUrl: string): Promise<RefreshInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'refresh-'));
  const simulators = await startTestSimulators();
  const eventStore = await startLocalEventStore({ databaseUrl, port: 0 });
  const key = () => randomBytes(32).toString('base64');
  const settings = {
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStore.connectionString,
    NATS_URL: natsUrl,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    MASTER_KEY: key(),
    JWT_KEY: key(),
    API_KEY_HASH_KEY: key(),
    EMAIL_HASH_KEY: key(),
    ...patientSettings,
    ...platformSettings(simulators.url),
  };
  const configuration = loadConfiguration(settings);
  const parts = await openParts(configuration, createLogger('refresh', configuration));
  await parts.live.start();
  return {
    parts,
    simulatorsUrl: simulators.url,
    async killProcess(accountId, point) {
      const lines: string[] = [];
      const child = startNodeProgram({
        entry: 'test/campaigns/refresh-crashes/victim.main',
        env: { PATH: process.env.PATH, ...settings, VICTIM_ACCOUNT: accountId, VICTIM_POINT: point },
        stdout: () => undefined,
        stderr: (line) => lines.push(line),
      });
      const { signal } = await child.ended;
      if (signal !== 'SIGKILL') throw new Error(`the process was not killed: ${lines.join('\n')}`);
    },
    async stop() {
      await parts.stop();
      await eventStore.stop();
      await simulators.discard();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
