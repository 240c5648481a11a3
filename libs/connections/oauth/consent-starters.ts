import type { OAuthStarted } from './oauth.events';

/** What a consent was begun with. */
export type ConsentStarter = NonNullable<OAuthStarted['data']['starter']>;

/** Port to identity, bound by the host: whether what a consent was begun with still works. */
export interface ConsentStarters {
  isLive(userId: string, starter: ConsentStarter): Promise<boolean>;
}

/** Injection token of the `ConsentStarters`; bound by the host. */
export const CONSENT_STARTERS = Symbol('ConsentStarters');
