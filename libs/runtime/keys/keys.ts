export const keyNames = ['MASTER_KEY', 'JWT_KEY', 'API_KEY_HASH_KEY', 'EMAIL_HASH_KEY'] as const;
export type KeyName = (typeof keyNames)[number];

/** Four independent keys of 32 bytes; never log or store one, only its fingerprint. Those that a host has no use for are not enumerable. */
export type Keys = Readonly<Record<KeyName, Buffer>>;

/** Nest's token for the Keys. */
export const KEYS = Symbol('Keys');
