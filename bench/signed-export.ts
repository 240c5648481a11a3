import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { checkpointText, leafHashOf } from '@pps/audit';
import { rootOfLeaves } from '@pps/audit/testing';

const workspaceId = '0197a000-0000-7000-8000-000000000001';
const wordsOfFact = ['title', 'description'];

export interface SignedExport {
  readonly text: string;
  readonly lines: readonly string[];
  /** What it is verified with: one checkpoint over all of it. */
  readonly known: { readonly checkpoints: readonly object[]; readonly keys: readonly object[]; readonly workspaceId: string };
  /** The answer of `/v1/audit/proof` for a leaf. */
  proofOf(leaf: number): object;
}

/** An export like those of pins: of every fact two words are sealed, opened, and proved by keys of their own. */
export function signedExport(facts: number): SignedExport {
  const hashes: Buffer[] = [];
  const lines = Array.from({ length: facts }, (_, index) => {
    const fact = factAt(index);
    const hash = leafHashOf({ ...fact, id: fact.event_id, metadata: fact.metadata as never });
    hashes.push(hash);
    const item = { ...fact, position: index * 7, recorded_at: fact.metadata.occurredAt, actor: fact.metadata.actor };
    return JSON.stringify({ ...item, ...openedAt(index), leaf_index: index, leaf_hash: hash.toString('hex') });
  });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  const keyId = sha256(raw).slice(0, 16);
  const root = rootOfLeaves(hashes);
  const signature = sign(null, Buffer.from(checkpointText({ treeId: workspaceId, size: facts, root })), privateKey).toString('base64');
  return {
    text: `${lines.join('\n')}\n`,
    lines,
    known: {
      checkpoints: [{ size: facts, root_hash: root.toString('hex'), key_id: keyId, signature }],
      keys: [{ key_id: keyId, public_key: raw.toString('base64') }],
      workspaceId,
    },
    proofOf: (leaf) => ({
      ...{ leaf_index: leaf, leaf_hash: hashes[leaf]?.toString('hex'), size: facts, root_hash: root.toString('hex') },
      audit_path: pathOf(leaf, hashes).map((hash) => hash.toString('hex')),
    }),
  };
}

/** RFC 9162, 2.1.3.1. */
function pathOf(leaf: number, hashes: readonly Buffer[]): Buffer[] {
  if (hashes.length <= 1) return [];
  const half = 2 ** Math.ceil(Math.log2(hashes.length) - 1);
  const [left, right] = [hashes.slice(0, half), hashes.slice(half)];
  return leaf < half ? [...pathOf(leaf, left), rootOfLeaves(right)] : [...pathOf(leaf - half, right), rootOfLeaves(left)];
}

const idOf = (index: number): string => `0197a000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const wordAt = (name: string, index: number): string => `${name} of door ${index}: ${'painted blue '.repeat(6)}`;
const keyAt = (name: string, index: number): string => sha256(`${name} ${index}`);

function factAt(index: number) {
  const actor = { type: 'user', id: workspaceId };
  const content = Object.fromEntries(wordsOfFact.map((name) => [name, `sealed:v1:${sha256(wordAt(name, index)).repeat(2)}`]));
  const hashed = wordsOfFact.map((name) => [`content.${name}`, sha256(keyAt(name, index) + JSON.stringify(wordAt(name, index)))]).sort();
  return {
    event_id: idOf(index),
    stream: `pin-${idOf(index)}`,
    revision: 0,
    type: 'PinQueued',
    data: { accountId: workspaceId, boardId: '4711', content, contentHash: sha256(String(index)), epoch: 0 },
    metadata: {
      actor,
      occurredAt: '2026-11-20T10:00:00.000Z',
      organizationId: workspaceId,
      projectId: workspaceId,
      wordsHash: sha256(JSON.stringify(Object.fromEntries(hashed))),
    },
  };
}

const openedAt = (index: number) => ({
  opened: { content: Object.fromEntries(wordsOfFact.map((name) => [name, wordAt(name, index)])) },
  opened_keys: Object.fromEntries(wordsOfFact.map((name) => [`content.${name}`, keyAt(name, index)])),
});
