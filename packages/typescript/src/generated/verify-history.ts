// Written by `npm run docs sdk`.

// @ts-nocheck

const longestLine = 16 * 2 ** 20;
const largestAnswer = 64 * 2 ** 20;
const deepestNesting = 100;

/** What was given cannot be read or is about something else, so that nothing can be said of it. */
export class CannotVerify extends Error {
  name = 'CannotVerify';
}

const bytesOf = (text) => new TextEncoder().encode(text);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text) => Uint8Array.from(text.match(/../g), (digits) => parseInt(digits, 16));
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const sha256 = async (...parts) => {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
};

// --- JSON ------------------------------------------------------------------------------------------------------------

/** RFC 8785. Keys are sorted by UTF-16 code units, which is what JavaScript does; numbers and strings are written as JSON.stringify does. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

/** What stands outside of strings: how deep it is nested, how many names there are, and whether every number is written as RFC 8785 writes it. */
function scan(text) {
  const number = /[-+.0-9eE]+/y;
  let [depth, deepest, names, isCanonical] = [0, 0, 0, true];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') at = endOfString(text, at);
    else if (letter === '{' || letter === '[') deepest = Math.max(deepest, ++depth);
    else if (letter === '}' || letter === ']') depth--;
    else if (letter === ':') names++;
    else if (letter === '-' || (letter >= '0' && letter <= '9')) {
      number.lastIndex = at;
      const [digits] = number.exec(text);
      isCanonical &&= String(Number(digits)) === digits;
      at += digits.length - 1;
    }
  }
  return { deepest, names, isCanonical };
}

function endOfString(text, begin) {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

function countNames(value) {
  if (Array.isArray(value)) return value.reduce((count, item) => count + countNames(item), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce((count, item) => count + countNames(item), Object.keys(value).length);
}

/** The value, and whether all who read the text read that value: not so where a name stands twice, or a number with more digits than are kept. */
function parse(text, what) {
  const { deepest, names, isCanonical } = scan(text);
  if (deepest > deepestNesting) throw new CannotVerify(`${what} is nested deeper than ${deepestNesting}: the service gives nothing like it`);
  try {
    const value = JSON.parse(text);
    return { value, isPlain: isCanonical && countNames(value) === names };
  } catch {
    throw new CannotVerify(`${what} is not JSON: it is damaged, cut off or another file`);
  }
}

// --- The tree, RFC 9162 ------------------------------------------------------------------------------------------------

/** A leaf is SHA-256 over 0x00 and the text of the fact, a node SHA-256 over 0x01 and its two children. */
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

/** Calls `join` with each hash of a path, and whether it stands to the left; false where the tree has a path of another length. */
async function alongPath(path, index, size, join) {
  let [at, last] = [index, size - 1];
  for (const hash of path) {
    if (last === 0) return false;
    const isLeft = at % 2 === 1 || at === last;
    await join(hash, isLeft);
    if (isLeft) while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0;
}

/** Whether the path leads from a leaf to a root (2.1.3.2). */
async function isIncluded(leaf, index, size, path, root) {
  let node = leaf;
  const fits = await alongPath(path, index, size, async (hash, isLeft) => {
    node = isLeft ? await nodeHash(hash, node) : await nodeHash(node, hash);
  });
  return fits && hex(node) === root;
}

/** Whether the tree with `second` leaves begins with the one of `first` (2.1.4.2). */
async function isConsistent({ first, first_root, second, second_root }, proof) {
  if (first === second) return proof.length === 0 && first_root === second_root;
  let [index, size, odd] = [first - 1, second - 1, first];
  while (odd % 2 === 0) odd /= 2;
  while (index % 2 === 1) [index, size] = [Math.floor(index / 2), Math.floor(size / 2)];
  const [begin, ...rest] = odd === 1 ? [fromHex(first_root), ...proof] : proof;
  if (!begin) return false;
  let [older, newer] = [begin, begin];
  const fits = await alongPath(rest, index, size + 1, async (hash, isLeft) => {
    if (isLeft) older = await nodeHash(hash, older);
    newer = isLeft ? await nodeHash(hash, newer) : await nodeHash(newer, hash);
  });
  return fits && hex(older) === first_root && hex(newer) === second_root;
}

// --- Signatures --------------------------------------------------------------------------------------------------------

const isCheckpoint = (item) =>
  isObject(item) && isCount(item.size) && [item.root_hash, item.key_id, item.signature].every((text) => typeof text === 'string');
const isKey = (item) => isObject(item) && [item.key_id, item.public_key].every((text) => typeof text === 'string');

async function findKey(keys, keyId) {
  const known = keys.find(({ key_id }) => key_id === keyId);
  if (!known || !/^[A-Za-z0-9+/]{43}=$/.test(known.public_key)) return null;
  const key = fromBase64(known.public_key);
  return hex(await sha256(key)).startsWith(keyId) && keyId.length === 16 ? key : null;
}

async function isSignature(publicKey, text, signature) {
  if (!publicKey || !/^[A-Za-z0-9+/]{86}==$/.test(signature)) return false;
  try {
    const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, fromBase64(signature), bytesOf(text));
  } catch (error) {
    if (error.name === 'NotSupportedError') throw new CannotVerify('this program cannot verify Ed25519: take a newer one');
    return false;
  }
}

const isSigned = async (checkpoint, keys, workspaceId) =>
  isSignature(
    await findKey(keys, checkpoint.key_id),
    `${workspaceId}\n${checkpoint.size}\n${checkpoint.root_hash}\n`,
    checkpoint.signature,
  );

/** The checkpoints by size, the first of them that is not signed, and whether any is. */
async function checkSignatures(checkpoints, keys, workspaceId) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(workspaceId)) throw new CannotVerify('WORKSPACE_ID is not an id of a project or organization');
  if (!checkpoints.every(isCheckpoint)) throw new CannotVerify('a checkpoint is not one');
  if (!keys.every(isKey)) throw new CannotVerify('a key is not one');
  if (checkpoints.length === 0) throw new CannotVerify('there is no checkpoint to prove anything by');
  if (keys.length === 0) throw new CannotVerify('there is no key to verify with');
  const bySize = [...checkpoints].sort((one, other) => one.size - other.size);
  const signed = [];
  for (const checkpoint of bySize) signed.push(await isSigned(checkpoint, keys, workspaceId));
  return { bySize, unsigned: bySize[signed.indexOf(false)] ?? null, isKnown: signed.includes(true) };
}

const unsignedFault = ({ size }) => ({ valid: false, leaf: null, fault: `checkpoint of size ${size} is not signed by a known key` });

// --- Facts -------------------------------------------------------------------------------------------------------------

/** What is wrong with one item, by itself; null when nothing is. */
function faultOf(item, index, workspaceId, hash, isPlain) {
  if (!isPlain) return 'has a name twice, or a number that is not written as RFC 8785 writes it: readers would not agree about it';
  if (item.leaf_index !== index) return 'leaf_index is not its place: a fact is missing, added or moved';
  if (hex(hash) !== item.leaf_hash) return 'leaf_hash is not that of the fact: the fact was changed';
  if (!isOf(item, workspaceId)) return 'belongs to another history';
  if (canonical(item.actor ?? null) !== canonical(item.metadata.actor ?? null)) return 'actor is not that of metadata';
  return null;
}

function isOf({ metadata }, workspaceId) {
  const owners = isObject(metadata) ? [metadata.projectId, metadata.organizationId] : [];
  return owners.some((id) => typeof id === 'string' && id.toLowerCase() === workspaceId);
}

const isFact = (value) => isObject(value) && ['leaf_index', 'leaf_hash', 'event_id', 'stream'].some((name) => Object.hasOwn(value, name));
const isSealed = (value) => typeof value === 'string' && value.startsWith('sealed:v1:');

/** Finds what is opened of sealed data, by its place there, and counts what is not; false where something is opened that is not sealed. */
function findWords(data, opened, place, found) {
  if (isSealed(data)) {
    if (opened === undefined) found.sealed += 1;
    else found.words.push([place, opened]);
    return true;
  }
  const isNothing = opened === undefined || (isObject(opened) && Object.keys(opened).length === 0);
  if (Array.isArray(data)) {
    if (!isNothing && (!Array.isArray(opened) || opened.length > data.length)) return false;
    return data.every((item, index) => findWords(item, isNothing ? undefined : opened[index], `${place}[${index}]`, found));
  }
  if (!isObject(data)) return isNothing;
  if (!isNothing && (!isObject(opened) || !Object.keys(opened).every((name) => Object.hasOwn(data, name)))) return false;
  return Object.keys(data).every((name) => {
    const inner = !isNothing && Object.hasOwn(opened, name) ? opened[name] : undefined;
    return findWords(data[name], inner, place === '' ? name : `${place}.${name}`, found);
  });
}

/**
 * Proves the opened words of a fact by their keys: `metadata.wordsHash` is SHA-256 over the RFC 8785 text of, by place, the SHA-256 over each key and the
 * RFC 8785 text of the word. Counts what is proved, what is opened without a proof, and what is sealed; or says a fault.
 */
async function checkWords({ data, opened, opened_keys: keys, metadata: { wordsHash } }) {
  const found = { words: [], sealed: 0 };
  if (!findWords(data, opened ?? undefined, '', found)) return { fault: 'opened has something that is not sealed in data' };
  const { words, sealed } = found;
  if (wordsHash === undefined) return { proved: 0, unproved: words.length, sealed };
  if (words.length === 0 && (keys ?? undefined) === undefined) return { proved: 0, unproved: 0, sealed };
  if (!isObject(keys) || Object.keys(keys).length !== words.length) return { fault: 'opened has not one key for each word: it was changed' };
  if (!words.every(([place]) => Object.hasOwn(keys, place) && isHash(keys[place]))) return { fault: 'opened has not one key for each word: it was changed' };
  const hashes = await Promise.all(words.map(async ([place, word]) => [place, hex(await sha256(bytesOf(keys[place] + canonical(word))))]));
  if (hex(await sha256(bytesOf(canonical(Object.fromEntries(hashes))))) !== wordsHash) return { fault: 'opened is not what was sealed: a word or a key was changed' };
  return { proved: words.length, unproved: 0, sealed };
}

const neverProved = [
  'that facts which are not yet under a checkpoint given here are all there',
  'that what was written was true when it was written, metadata.occurredAt included',
  'position and recorded_at of facts, signed_at of checkpoints, created_at and retired_at of keys',
  "that the keys are the service's: compare them with keys that you have from elsewhere",
];

const notProvedOf = ({ unproved, sealed }) => [
  ...(unproved > 0 ? [`${unproved} opened words of facts that say no wordsHash`] : []),
  ...(sealed > 0 ? [`${sealed} sealed texts that are not opened here`] : []),
  ...neverProved,
];

/**
 * Takes the lines of an export in order, and says `{valid: true, leaves, covered, words, not_proved}` or `{valid: false, leaf, fault}`: `leaf` is the first
 * that is wrong, `from` stands beside it where all that is known is that one of `from` to `leaf` is. Throws `CannotVerify`.
 */
export async function verifyHistory(lines, checkpoints, keys, workspaceId) {
  const id = workspaceId.toLowerCase();
  const { bySize: signed, unsigned, isKnown } = await checkSignatures(checkpoints, keys, id);
  if (unsigned && isKnown) return unsignedFault(unsigned);
  const peaks = [];
  const words = { proved: 0, unproved: 0, sealed: 0 };
  let [number, size, covered, next] = [0, 0, 0, 0];
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
  const begun = isKnown ? await check() : null;
  if (begun) return begun;
  for await (const line of lines) {
    number += 1;
    if (line === '') continue;
    const { value: item, isPlain } = parse(line, `line ${number}`);
    if (!isFact(item)) throw new CannotVerify(`line ${number} is not a fact: this is not an export`);
    if (size === 0 && !isKnown && !isOf(item, id)) throw new CannotVerify('neither its first fact nor a checkpoint is of WORKSPACE_ID: that is the id of something else');
    if (unsigned) return unsignedFault(unsigned);
    const hash = await leafHash(item);
    const fault = faultOf(item, size, id, hash, isPlain);
    if (fault) return { valid: false, leaf: size, fault };
    const opened = await checkWords(item);
    if (opened.fault) return { valid: false, leaf: size, fault: opened.fault };
    for (const name of Object.keys(words)) words[name] += opened[name];
    await addLeaf(peaks, hash, size);
    size += 1;
    const difference = await check();
    if (difference) return difference;
  }
  if (!isKnown) throw new CannotVerify('it has no fact, and no checkpoint is of WORKSPACE_ID');
  if (next < signed.length) return { valid: false, from: covered, leaf: size, fault: `the export ends before the checkpoint of size ${signed[next].size}` };
  const after = size > covered ? [`leaves ${covered} to ${size - 1}: no checkpoint given here covers them`] : [];
  return { valid: true, leaves: size, covered, words, not_proved: [...after, ...notProvedOf(words)] };
}
