import { rootOfLeaves } from '@pps/audit/testing';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { AuditedHistory } from './audited-history';
import { coveredUp, type ExportedLine, type AuditedFiles } from './audited-files';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);

/** A key that is not the service's. */
export const ownPublicKey = raw.toString('base64');
export const ownKeyId = createHash('sha256').update(raw).digest('hex').slice(0, 16);

interface Root {
  readonly size: number;
  readonly root_hash: string;
}

const signed = (id: string, { size, root_hash }: Root, key_id: string): object => {
  const signature = sign(null, Buffer.from(`${id}\n${size}\n${root_hash}\n`), privateKey).toString('base64');
  return { size, root_hash, key_id, signature, signed_at: '2026-11-28T00:00:00.000Z' };
};

/** The checkpoints of a history, signed by the key that is not the service's. */
export const signedAnew = ({ checkpoints, id }: AuditedHistory, keyId: string): string =>
  JSON.stringify({ items: JSON.parse(checkpoints).items.map((root: Root) => signed(id, root, keyId)) });

/** Other facts with leaves, a root and a signature that fit them: what a service with that key would give. */
export function madeAnew(history: AuditedHistory, change: (item: ExportedLine) => object): Partial<AuditedFiles> {
  const edited = coveredUp(history, (items) => items.map((item) => change(item) as ExportedLine));
  const leaves = String(edited.export)
    .trimEnd()
    .split('\n')
    .map((line) => Buffer.from(JSON.parse(line).leaf_hash, 'hex'));
  const root = { size: leaves.length, root_hash: rootOfLeaves(leaves).toString('hex') };
  const keys = JSON.stringify({ items: [{ key_id: ownKeyId, public_key: ownPublicKey }] });
  return { ...edited, checkpoints: JSON.stringify({ items: [signed(history.id, root, ownKeyId)] }), keys };
}

/** An operator checkpoint as `pinctl audit witness` would print it. */
export function madeWitness(number: number, previous: string): { readonly text: string; readonly hash: string } {
  const statement = `operator\n${number}\n3\n${'a'.repeat(64)}\n${previous}\n`;
  const signature = sign(null, Buffer.from(statement), privateKey).toString('base64');
  const text = `${statement}signed at 2026-11-28T00:00:00.000Z\nkey ${ownKeyId} ${ownPublicKey}\nsignature ${signature}\n`;
  return { text, hash: createHash('sha256').update(statement).digest('hex') };
}
