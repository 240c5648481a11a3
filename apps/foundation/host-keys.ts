import type { KeyName } from '@pps/runtime';

/** What each host needs keys for: the vault; sign-in, sessions and API keys; links in mails and counters by address. */
export const hostKeys = {
  api: ['MASTER_KEY', 'JWT_KEY', 'API_KEY_HASH_KEY', 'EMAIL_HASH_KEY'],
  worker: ['MASTER_KEY', 'EMAIL_HASH_KEY'],
  orchestrator: ['MASTER_KEY', 'EMAIL_HASH_KEY'],
  projector: ['MASTER_KEY'],
} as const satisfies Readonly<Record<string, readonly KeyName[]>>;
