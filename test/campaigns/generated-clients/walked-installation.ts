import { startReceiver } from '../../webhooks/receiver';
import { installation } from '../installation/installation';
import type { WalkedService } from './walk/walker';
import type { OpenApiDocument } from './walked-operations';

const ownSettings = { DEFAULT_PLAN: 'pro', SERVICE_PROCESSES: 'one', LOG_LEVEL: 'error', AUDIT_CHECKPOINT_EVERY: '2s' };

export interface WalkedInstallation {
  readonly service: WalkedService;
  /** As it is served, and read. */
  readonly text: string;
  readonly document: OpenApiDocument;
}

/** Runs the whole service, in a folder of its own and with a receiver of webhooks, for as long as `use` takes. */
export async function withWalkedInstallation<T>(
  settings: Readonly<Record<string, string>>,
  use: (walked: WalkedInstallation) => Promise<T>,
): Promise<T> {
  const receiver = await startReceiver();
  const running = await installation({ ...ownSettings, ...settings });
  try {
    await running.start();
    const service = { baseUrl: `http://127.0.0.1:${running.apiPort}`, simulatorsUrl: running.platformUrl, receiverUrl: receiver.url };
    const text = await (await fetch(`${service.baseUrl}/openapi.json`)).text();
    return await use({ service, text, document: JSON.parse(text) as OpenApiDocument });
  } finally {
    await running.stop();
    await running.discard(false);
    await receiver.stop();
  }
}
