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

/** The whole service, in a folder of its own and with a receiver of webhooks; `stop` ends all of it. */
export async function startWalkedInstallation(
  settings: Readonly<Record<string, string>>,
): Promise<WalkedInstallation & { stop(): Promise<void> }> {
  const receiver = await startReceiver();
  const running = await installation({ ...ownSettings, ...settings });
  const stop = async () => {
    await running.stop();
    await running.discard(false);
    await receiver.stop();
  };
  try {
    await running.start();
    const service = { baseUrl: `http://127.0.0.1:${running.apiPort}`, simulatorsUrl: running.platformUrl, receiverUrl: receiver.url };
    const text = await (await fetch(`${service.baseUrl}/openapi.json`)).text();
    return { service, text, document: JSON.parse(text) as OpenApiDocument, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs it for as long as `use` takes. */
export async function withWalkedInstallation<T>(
  settings: Readonly<Record<string, string>>,
  use: (walked: WalkedInstallation) => Promise<T>,
): Promise<T> {
  const walked = await startWalkedInstallation(settings);
  try {
    return await use(walked);
  } finally {
    await walked.stop();
  }
}
