import { installation, type Installation } from '../campaigns/installation/installation';

/** For checkpoints that come soon, and plans that take what tests create. */
export const liveSettings = {
  DEFAULT_PLAN: 'enterprise',
  SERVICE_PROCESSES: 'one',
  LOG_LEVEL: 'error',
  AUDIT_CHECKPOINT_EVERY: '2s',
};

export interface LiveService {
  readonly baseUrl: string;
  readonly running: Installation;
  stop(): Promise<void>;
}

/** The whole service for Python programs. */
export async function startLiveService(settings: Readonly<Record<string, string>> = {}): Promise<LiveService> {
  const running = await installation({ ...liveSettings, ...settings });
  const stop = async (): Promise<void> => {
    await running.stop();
    await running.discard(false);
  };
  try {
    await running.start();
  } catch (error) {
    await stop();
    throw error;
  }
  const baseUrl = `http://127.0.0.1:${running.apiPort}`;
  return { baseUrl, running, stop };
}
