import type { Database, Transaction } from '@pps/read-store';
import type { Vault } from '@pps/vault';
import { createHash, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A key as who verifies needs it. */
export interface VerifyingKey {
  /** First 16 hex digits of the SHA-256 of the public key. */
  readonly keyId: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer;
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
}

export interface SigningKey {
  readonly keyId: string;
  /** Ed25519 over the UTF-8 bytes of the text; 64 bytes. */
  sign(text: string): Buffer;
}

interface KeyRow {
  key_id: string;
  public_key: Buffer;
  vault_ref: string;
  created_at: Date;
  retired_at: Date | null;
}

/** The vault's subject of the private keys; no fact names it, and no sweep knows its kind. */
const subject = 'audit:signing';
const kind = 'ed25519';
/** What stands before the 32 bytes of an Ed25519 public key in its SPKI encoding. */
const spkiPrefixBytes = 12;

/** Every key that ever signed, newest first. */
export async function readVerifyingKeys(db: Database): Promise<VerifyingKey[]> {
  const rows = (await db('audit.signing_key').orderBy([{ column: 'created_at', order: 'desc' }, { column: 'key_id' }])) as KeyRow[];
  return rows.map(({ key_id, public_key, created_at, retired_at }) => ({
    keyId: key_id,
    publicKey: public_key,
    createdAt: created_at,
    retiredAt: retired_at,
  }));
}

/** Makes the key that signs where there is none: whoever verifies can have it before anything is signed. */
export async function ensureSigningKey(db: Database, vault: Vault, at: Date): Promise<void> {
  if (!(await activeRow(db))) await rotateSigningKey(db, vault, at, 'unless_present');
}

/** The key that signs, made now where there is none. Throws when the vault cannot open it. */
export async function readSigningKey(db: Database, vault: Vault, at: Date): Promise<SigningKey> {
  await ensureSigningKey(db, vault, at);
  const row = await activeRow(db);
  const stored = row && (await vault.get<{ readonly pkcs8: string }>(row.vault_ref));
  if (!row || !stored) throw new Error('the key that signs checkpoints is not in the vault');
  const key = createPrivateKey({ key: Buffer.from(stored.pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
  return { keyId: row.key_id, sign: (text) => sign(null, Buffer.from(text), key) };
}

/** Makes a new key that signs from now on; the one before is retired and stays published. Returns the new key's id, or null where one was to stay. */
export async function rotateSigningKey(
  db: Database,
  vault: Vault,
  at: Date,
  mode: 'replace' | 'unless_present' = 'replace',
): Promise<string | null> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicBytes(publicKey);
  const keyId = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  const vaultRef = await vault.put(subject, kind, { pkcs8: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64') });
  const made = await db.transaction(async (tx) => {
    await tx.raw('lock table audit.signing_key in share row exclusive mode');
    if (mode === 'unless_present' && (await activeRow(tx))) return null;
    await tx('audit.signing_key').whereNull('retired_at').update({ retired_at: at });
    await tx('audit.signing_key').insert({ key_id: keyId, public_key: raw, vault_ref: vaultRef, created_at: at });
    return keyId;
  });
  // Another host that started at once was first.
  if (made === null) await vault.remove([vaultRef]);
  return made;
}

const activeRow = async (db: Database | Transaction): Promise<KeyRow | undefined> =>
  (await db('audit.signing_key').whereNull('retired_at').first()) as KeyRow | undefined;

const publicBytes = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(spkiPrefixBytes);
