// Verifies a history that `GET /v1/audit/export` gave, against checkpoints that were signed of it. No dependency: Web Crypto alone, so that a browser runs it too.
//
//   node verify-history.mjs EXPORT.ndjson CHECKPOINTS.json KEYS.json WORKSPACE_ID
//
// CHECKPOINTS.json and KEYS.json are answers of `/v1/audit/checkpoints` and `/v1/audit/keys`. For the organization's history the id is the organization's.
// Keep checkpoints where the operator cannot reach them: what is proved is that nothing before the newest of them was changed since it was signed.

const bytesOf = (text) => new TextEncoder().encode(text);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const sha256 = async (...parts) => {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
};

/** RFC 8785. Keys are sorted by UTF-16 code units, which is what JavaScript does; numbers and strings are written as JSON.stringify does. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

/** RFC 9162: a leaf is SHA-256 over 0x00 and the text of the fact, a node SHA-256 over 0x01 and its two children. */
export const leafHash = ({ data = null, event_id = null, metadata = null, revision = null, stream = null, type = null }) =>
  sha256([0], bytesOf(canonical({ data, event_id, metadata, revision, stream, type })));
const nodeHash = (left, right) => sha256([1], left, right);

/** The tree as far as it has grown: one hash for each power of two in its size, the largest first. */
async function addLeaf(peaks, hash, size) {
  let node = hash;
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) node = await nodeHash(peaks.pop(), node);
  peaks.push(node);
}

async function rootOf(peaks) {
  if (peaks.length === 0) return sha256();
  let root = peaks[peaks.length - 1];
  for (let at = peaks.length - 2; at >= 0; at--) root = await nodeHash(peaks[at], root);
  return root;
}

async function isSigned(checkpoint, keys, workspaceId) {
  const known = keys.find(({ key_id }) => key_id === checkpoint.key_id);
  if (!known) return false;
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64(known.public_key), 'Ed25519', false, ['verify']);
    const text = bytesOf(`${workspaceId}\n${checkpoint.size}\n${checkpoint.root_hash}\n`);
    return await crypto.subtle.verify('Ed25519', key, fromBase64(checkpoint.signature), text);
  } catch {
    return false;
  }
}

/** What is wrong with one item, by itself; null when nothing is. */
async function faultOf(item, index, workspaceId, hash) {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return 'is not a fact';
  if (item.leaf_index !== index) return 'leaf_index is not its place: a fact is missing, added or moved';
  if (hex(hash) !== item.leaf_hash) return 'leaf_hash is not that of the fact: the fact was changed';
  const { projectId, organizationId } = item.metadata ?? {};
  if (![projectId, organizationId].some((id) => String(id).toLowerCase() === workspaceId)) return 'belongs to another history';
  if (canonical(item.actor ?? null) !== canonical(item.metadata.actor ?? null)) return 'actor is not that of metadata';
  return null;
}

/**
 * Takes the lines of an export in order, and says `{valid: true, leaves, covered}` or `{valid: false, leaf, fault}`: `leaf` is the first that is
 * wrong, `from` stands beside it where all that is known is that one of `from` to `leaf` is.
 */
export async function verifyHistory(lines, checkpoints, keys, workspaceId) {
  const id = workspaceId.toLowerCase();
  const signed = [...checkpoints].sort((one, other) => one.size - other.size);
  for (const checkpoint of signed) {
    if (!(await isSigned(checkpoint, keys, id))) return { valid: false, leaf: null, fault: `checkpoint of size ${checkpoint.size} is not signed by a known key` };
  }
  const peaks = [];
  let [size, covered, next] = [0, 0, 0];
  /** Compares the tree with every checkpoint of its size. */
  const check = async () => {
    for (; next < signed.length && signed[next].size === size; next++) {
      if (hex(await rootOf(peaks)) !== signed[next].root_hash) {
        return { valid: false, from: covered, leaf: Math.max(size - 1, 0), fault: `the root of ${size} leaves is not the one that was signed` };
      }
      covered = size;
    }
    return null;
  };
  const begun = await check();
  if (begun) return begun;
  for await (const line of lines) {
    if (line === '') continue;
    let item;
    try {
      item = JSON.parse(line);
    } catch {
      return { valid: false, leaf: size, fault: 'is not JSON' };
    }
    const hash = await leafHash(item ?? {});
    const fault = await faultOf(item, size, id, hash);
    if (fault) return { valid: false, leaf: size, fault };
    await addLeaf(peaks, hash, size);
    size += 1;
    const difference = await check();
    if (difference) return difference;
  }
  if (next < signed.length) return { valid: false, from: covered, leaf: size, fault: `the export ends before the checkpoint of size ${signed[next].size}` };
  return { valid: true, leaves: size, covered };
}

/** Lines of a stream of bytes, which need not fit into memory. */
export async function* linesOf(chunks) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop();
    yield* parts;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** On a command line. */
async function main([exportFile, checkpointsFile, keysFile, workspaceId]) {
  if (!workspaceId) throw new Error('use: verify-history.mjs EXPORT.ndjson CHECKPOINTS.json KEYS.json WORKSPACE_ID');
  const { createReadStream, readFileSync } = await import('node:fs');
  const itemsOf = (file) => JSON.parse(readFileSync(file, 'utf8')).items;
  const lines = linesOf(createReadStream(exportFile));
  const verdict = await verifyHistory(lines, itemsOf(checkpointsFile), itemsOf(keysFile), workspaceId);
  console.log(JSON.stringify(verdict));
  process.exitCode = verdict.valid ? 0 : 1;
}

if (globalThis.process?.argv?.[1]?.endsWith('verify-history.mjs')) {
  await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 2;
  });
}
