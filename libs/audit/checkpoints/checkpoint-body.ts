import type { SignedCheckpoint } from './checkpoints.store';
import type { VerifyingKey } from './signing-keys.store';

/** A checkpoint as auditors get it, over HTTP and in a file. */
export const checkpointBody = ({ size, root, signedAt, keyId, signature }: SignedCheckpoint) => ({
  size,
  root_hash: root.toString('hex'),
  signed_at: signedAt.toISOString(),
  key_id: keyId,
  signature: signature.toString('base64'),
});

/** A public key as auditors get it, over HTTP and in a file. */
export const verifyingKeyBody = ({ keyId, publicKey, createdAt, retiredAt }: VerifyingKey) => ({
  key_id: keyId,
  algorithm: 'Ed25519',
  public_key: publicKey.toString('base64'),
  created_at: createdAt.toISOString(),
  retired_at: retiredAt?.toISOString() ?? null,
});
