import { startNats } from '@pps/embedded';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOrchestrator } from '../../apps/orchestrator/start-orchestrator';
import { startWorker } from '../../apps/worker/start-worker';
import { startPlatformService, type PlatformService } from '../setup/platform-service';

export interface BackgroundService extends PlatformService {
  /** Ids of assets whose bytes are on disk. */
  keptAssets(): Promise<readonly string[]>;
}

const quick = { WEBHOOK_TARGETS: 'any', RECONCILE_AFTER: '100ms,200ms', LOG_LEVEL: 'warn', PLATFORM_TIMEOUT: '3s' };

/** The whole service in this process, with a platform simulator and a log of its own: processes of other tests leave it alone. */
export async function startBackgroundService(settings: Readonly<Record<string, string>> = {}): Promise<BackgroundService> {
  const folder = await mkdtemp(join(tmpdir(), 'assets-'));
  const nats = await startNats({ storeDir: folder });
  const service = await startPlatformService({ ...quick, NATS_URL: nats.url, ...settings });
  const { configuration: config, logger } = service.parts;
  const background = [await startOrchestrator({ config, logger }), await startWorker({ config, logger })];
  return {
    ...service,
    keptAssets: () => readdir(join(config.DATA_DIR, 'assets')),
    async stop() {
      await Promise.all(background.map((host) => host.stop()));
      await service.stop();
      await nats.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
