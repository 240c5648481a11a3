import { startNats } from '@pps/embedded';
import type { Clock } from '@pps/kernel';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOrchestrator } from '../../apps/orchestrator/start-orchestrator';
import { startWorker } from '../../apps/worker/start-worker';
import { startPlatformService, type PlatformService } from '../setup/platform-service';

export interface BackgroundService extends PlatformService {
  /** Ids of assets whose bytes are on disk. */
  keptAssets(): Promise<readonly string[]>;
  /** Starts what works in the background, where it was held back; until then what is accepted waits. */
  begin(): Promise<void>;
}

const quick = { WEBHOOK_TARGETS: 'any', RECONCILE_AFTER: '100ms,200ms', LOG_LEVEL: 'warn' };

interface BackgroundOptions {
  readonly clock?: Clock;
  /** Orchestrator and worker start with `begin`. */
  readonly isHeldBack?: boolean;
}

/** The whole service in this process, with a platform simulator and a log of its own: processes of other tests leave it alone. */
export async function startBackgroundService(
  settings: Readonly<Record<string, string>> = {},
  { clock, isHeldBack = false }: BackgroundOptions = {},
): Promise<BackgroundService> {
  const folder = await mkdtemp(join(tmpdir(), 'assets-'));
  const nats = await startNats({ storeDir: folder });
  const service = await startPlatformService({ ...quick, NATS_URL: nats.url, ...settings }, clock);
  const { configuration: config, logger } = service.parts;
  const background: { stop(): Promise<unknown> }[] = [];
  const begin = async (): Promise<void> => {
    background.push(
      await startOrchestrator({ config, logger }, clock, service.openLog),
      await startWorker({ config, logger }, clock, service.openLog),
    );
  };
  if (!isHeldBack) await begin();
  return {
    ...service,
    begin,
    keptAssets: () => readdir(join(config.DATA_DIR, 'assets')),
    async stop() {
      await Promise.all(background.map((host) => host.stop()));
      await service.stop();
      await nats.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
