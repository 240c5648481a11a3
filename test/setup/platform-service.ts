import type { Clock } from '@pps/kernel';
import { send, startTestSimulators, type JsonAnswer } from '../../apps/simulators/testing';
import { startService, type RunningService } from './running-service';

export interface PlatformService extends RunningService {
  readonly simulatorsUrl: string;
  /** Changes something at the platform simulator. */
  control(path: string, body: object): Promise<JsonAnswer>;
}

/** The service with a platform simulator of its own; the callback's address is one that only a test follows. */
export async function startPlatformService(settings: Readonly<Record<string, string>> = {}, clock?: Clock): Promise<PlatformService> {
  const simulators = await startTestSimulators();
  const service = await startService({ ...platformSettings(simulators.url), PUBLIC_URL: 'http://pins.test', ...settings }, clock);
  return {
    ...service,
    simulatorsUrl: simulators.url,
    control: (path, body) => send('POST', `${simulators.url}/platform/_control/${path}`, body),
    async stop() {
      await service.stop();
      await simulators.discard();
    },
  };
}

/** How an API finds the platform simulator. */
export const platformSettings = (simulatorsUrl: string): Readonly<Record<string, string>> => ({
  PLATFORM_API_URL: `${simulatorsUrl}/platform/v5`,
  PLATFORM_OAUTH_URL: `${simulatorsUrl}/platform/oauth/`,
  PLATFORM_CLIENT_ID: 'app',
  PLATFORM_CLIENT_SECRET: 'app-secret',
});
