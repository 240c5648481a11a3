import type { Database } from '@pps/read-store';
import type { Keys, Logger } from '@pps/runtime';
import { LRUCache } from 'lru-cache';
import type { GrantAccess } from '../api-keys/api-key-holders';
import { noteAccess } from './grant-tokens.store';
import { GrantTokens } from './grant-token';

const pairsKnown = 10_000;

/** Reads the tokens of programs, and notes the first use of each pair: one write for a refresh, not one for a call. */
export function openGrantAccess(db: Database, keys: Keys, logger: Logger): GrantAccess & { readonly tokens: GrantTokens } {
  const noted = new LRUCache<string, true>({ max: pairsKnown });
  return {
    tokens: new GrantTokens(keys),
    async noteAccess({ keyId, generation }) {
      const pair = `${keyId} ${generation}`;
      if (noted.has(pair)) return;
      try {
        await noteAccess(db, keyId, generation);
        noted.set(pair, true);
      } catch (error) {
        // The call itself does not need it; a later one notes it.
        logger.warn({ err: error }, 'the first use of a token was not noted');
      }
    },
  };
}
