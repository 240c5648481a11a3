import type { Clock } from '@pps/kernel';
import type { Dispatcher } from 'undici';
import type { Platform } from '../platform';
import { boardCalls } from './board-calls';
import { createPinterestCaller } from './pinterest-caller';
import { mediaCalls } from './media-calls';
import { oauthCalls } from './oauth-calls';
import { pinCalls } from './pin-calls';

interface PinterestSettings {
  /** With `/v5`, without a slash at the end. */
  readonly apiUrl: string;
  readonly oauthUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where a pin's public page is, the id to be added; default `https://www.pinterest.com/pin`. */
  readonly pinPageUrl?: string | undefined;
  /** Whole call but uploads, default 20 s. */
  readonly requestTimeoutMs?: number | undefined;
  /** Default 5 s. */
  readonly connectTimeoutMs?: number | undefined;
  /** Default 5 min. */
  readonly uploadTimeoutMs?: number | undefined;
  /** Carries the requests in place of a pool of connections of its own, and is closed with the platform. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Per host, default 64; further calls wait within their time-out. */
  readonly maxConnections?: number | undefined;
  /** By which tokens expire and the platform's clock is measured; the system's by default. */
  readonly clock?: Clock | undefined;
}

/** The platform spoken to by its API v5. Answers are read up to 4 MiB; nothing is retried here. Call `close()` at the end. */
export function createPinterestPlatform(settings: PinterestSettings): Platform {
  const caller = createPinterestCaller({
    apiUrl: settings.apiUrl,
    requestTimeoutMs: settings.requestTimeoutMs ?? 20_000,
    connectTimeoutMs: settings.connectTimeoutMs ?? 5_000,
    maxConnections: settings.maxConnections ?? 64,
    secrets: [settings.clientSecret],
    dispatcher: settings.dispatcher,
    clock: settings.clock ?? (() => new Date()),
  });
  const pinPageUrl = settings.pinPageUrl ?? 'https://www.pinterest.com/pin';
  return {
    ...oauthCalls(caller, settings),
    ...boardCalls(caller, pinPageUrl),
    ...pinCalls(caller, pinPageUrl),
    ...mediaCalls(caller, settings.uploadTimeoutMs ?? 300_000),
    close: () => caller.close(),
  };
}
