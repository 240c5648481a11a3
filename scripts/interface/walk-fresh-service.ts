import { plainFetch } from '../../test/campaigns/generated-clients/generators/plain-fetch';
import { installation } from '../../test/campaigns/installation/installation';
import { walkedOperations, type OpenApiDocument } from '../../test/campaigns/generated-clients/walked-operations';
import { walkService, type Walk } from '../../test/campaigns/generated-clients/walk/walk-service';
import type { WalkedService } from '../../test/campaigns/generated-clients/walk/walker';
import { startReceiver } from '../../test/webhooks/receiver';

export interface FreshWalk extends Walk {
  readonly service: WalkedService;
}

const settings = { DEFAULT_PLAN: 'pro', SERVICE_PROCESSES: 'one', LOG_LEVEL: 'error', AUDIT_CHECKPOINT_EVERY: '2s' };

/** Starts the whole service in a folder of its own, walks every operation once, and stops it. */
export async function walkFreshService(): Promise<FreshWalk> {
  const receiver = await startReceiver();
  const running = await installation(settings);
  try {
    await running.start();
    const service = { baseUrl: `http://127.0.0.1:${running.apiPort}`, simulatorsUrl: running.platformUrl, receiverUrl: receiver.url };
    const document = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as OpenApiDocument;
    return { ...(await walkService(plainFetch(service.baseUrl), walkedOperations(document), service)), service };
  } finally {
    await running.stop();
    await running.discard(false);
    await receiver.stop();
  }
}
