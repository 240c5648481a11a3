import type { Setting } from './setting';

/** Keys of 32 bytes, further keys that are accepted while one is rotated, and whether facts are sealed. */
export const keySettings = {
  MASTER_KEY: { kind: 'key', default: null, group: 'keys', meaning: 'Encrypts the vault; made in DATA_DIR/keys when absent.' },
  MASTER_PREVIOUS_KEYS: {
    kind: 'keys',
    default: null,
    group: 'keys',
    meaning: 'Further keys that open the vault, separated by commas: the next one on all hosts first, then the one before a change.',
  },
  SEAL_TEXTS: {
    kind: 'boolean',
    default: 'true',
    group: 'keys',
    meaning:
      'Whether what people write is sealed in new facts and snapshots; false on all hosts while some are still of a release that cannot open it. What is sealed is always opened.',
  },
  JWT_KEY: { kind: 'key', default: null, group: 'keys', meaning: 'Signs session tokens; made in DATA_DIR/keys when absent.' },
  JWT_PREVIOUS_KEYS: {
    kind: 'keys',
    default: null,
    group: 'keys',
    meaning:
      'Further keys whose session tokens are accepted, separated by commas: the one before a change, and the next one on all hosts first.',
  },
  API_KEY_HASH_KEY: { kind: 'key', default: null, group: 'keys', meaning: 'Hashes API keys; made in DATA_DIR/keys when absent.' },
  EMAIL_HASH_KEY: { kind: 'key', default: null, group: 'keys', meaning: 'Hashes e-mail addresses; made in DATA_DIR/keys when absent.' },
} as const satisfies Readonly<Record<string, Setting>>;
