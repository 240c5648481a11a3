import { createHash } from 'node:crypto';
import { seal, unseal } from './seal';

/** A subject's key as the database stores it. */
export interface WrappedKey {
  readonly wrapped_key: Buffer;
  readonly master_key_id: string;
}

/** The keys that open subjects' keys: the first wraps new ones, all of them open. */
export interface MasterKeys {
  readonly currentId: string;
  /** Of all keys, the current one first. */
  readonly ids: readonly string[];
  wrap(key: Buffer, subject: string): WrappedKey;
  /** Throws `UnknownMasterKey`, or `CannotUnseal` when the row is damaged. */
  unwrap(row: WrappedKey, subject: string): Buffer;
}

/** A subject's key was wrapped under a master key that this process was not given. */
export class UnknownMasterKey extends Error {
  override readonly name = 'UnknownMasterKey';

  constructor(readonly masterKeyId: string) {
    super(`the vault holds a key wrapped under master key ${masterKeyId}, which is not among those given`);
  }
}

/** @param previous further keys of 32 bytes that open what they once wrapped, or what other processes wrap already */
export function masterKeys(current: Buffer, previous: readonly Buffer[] = []): MasterKeys {
  const keys = new Map([current, ...previous].map((key) => [masterKeyId(key), key]));
  const currentId = masterKeyId(current);
  return {
    currentId,
    ids: [...keys.keys()],
    wrap: (key, subject) => ({ wrapped_key: seal(current, key, subject), master_key_id: currentId }),
    unwrap: ({ wrapped_key, master_key_id }, subject) => {
      const key = keys.get(master_key_id);
      if (!key) throw new UnknownMasterKey(master_key_id);
      return unseal(key, wrapped_key, subject);
    },
  };
}

/** A short name of a master key (16 hex digits of a SHA-256), stored beside what it wraps. */
export function masterKeyId(key: Buffer): string {
  return createHash('sha256').update('vault master key').update(key).digest('hex').slice(0, 16);
}
