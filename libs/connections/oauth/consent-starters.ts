import type { OAuthStarted } from './oauth.events';

/** Whose consent, and which account it reconnects; null: it may connect any. */
export type ConsentBegun = Pick<OAuthStarted['data'], 'userId' | 'accountId'>;

/** What a consent was begun with. */
export type ConsentStarter = NonNullable<OAuthStarted['data']['starter']>;

/** Port to identity, bound by the host: whether what a consent was begun with still works, and may still begin it. */
export interface ConsentStarters {
  isLive(begun: ConsentBegun, starter: ConsentStarter): Promise<boolean>;
}
