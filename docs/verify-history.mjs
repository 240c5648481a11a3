// Verifies a history that `GET /v1/audit/export` gave, and proofs of parts of it, against checkpoints that were signed of it. No dependency: signatures are checked by Web Crypto, so that a browser runs it too.
//
//   node verify-history.mjs EXPORT.ndjson CHECKPOINTS.json KEYS.json WORKSPACE_ID
//   node verify-history.mjs proof PROOF.json FACTS CHECKPOINTS.json KEYS.json WORKSPACE_ID
//   node verify-history.mjs consistency CONSISTENCY.json CHECKPOINTS.json... KEYS.json WORKSPACE_ID
//   node verify-history.mjs witness KEYS.json WITNESS.txt...
//
// The files are answers of `/v1/audit/...` as they came; FACTS holds the fact of the proof (an export, one line of it, or a page of `/v1/audit/events`),
// WITNESS.txt what `pinctl audit witness` printed. For the organization's history the id is the organization's.
// Keep checkpoints where the operator cannot reach them: what is proved is that nothing before the newest of them was changed since it was signed.
//
// It prints one line of JSON and exits with 0 where all is proved (`not_proved` says what that does not show) and with 1 where something is not what was
// signed; or, on standard error, one line about what cannot be read or is of another workspace, and exits with 2.

const longestLine = 16 * 2 ** 20;
const largestAnswer = 64 * 2 ** 20;
const deepestNesting = 100;

/** What was given cannot be read or is about something else, so that nothing can be said of it. */
export class CannotVerify extends Error {
  name = 'CannotVerify';
}

const encoder = new TextEncoder();
const bytesOf = (text) => encoder.encode(text);
const digitsOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const hex = (bytes) => bytes.reduce((text, byte) => text + digitsOf[byte], '');
const fromHex = (text) => Uint8Array.from(text.match(/../g), (digits) => parseInt(digits, 16));
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

// --- SHA-256, FIPS 180-4 -----------------------------------------------------------------------------------------------
// Written out, as Web Crypto answers each call later, which for a history of short texts takes several times as long. An error in it would refuse every
// history: roots are compared with those that the service made by another SHA-256. Signatures are checked by Web Crypto.

/** The constants of 4.2.2. */
const roundConstants = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
  0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);
/** The beginning of 5.3.3. */
const firstState = Int32Array.of(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);

/** The message of 5.1.1: the parts one after another, a bit, and how many bits they are at the end of the last block. */
function padded(parts) {
  let length = 0;
  for (const part of parts) length += part.length;
  const message = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  let at = 0;
  for (const part of parts) {
    message.set(part, at);
    at += part.length;
  }
  message[length] = 0x80;
  for (let [bits, end] = [length * 8, message.length - 1]; bits > 0; bits = Math.floor(bits / 256)) message[end--] = bits % 256;
  return message;
}

const schedule = new Int32Array(64);

/** The computation of 6.2.2. */
function sha256(...parts) {
  const message = padded(parts);
  const state = Int32Array.from(firstState);
  for (let at = 0; at < message.length; at += 64) addBlock(state, message, at);
  const digest = new Uint8Array(32);
  for (let at = 0; at < 32; at++) digest[at] = state[at >> 2] >>> (24 - (at % 4) * 8);
  return digest;
}

function addBlock(state, message, from) {
  for (let t = 0, at = from; t < 16; t++, at += 4) {
    schedule[t] = (message[at] << 24) | (message[at + 1] << 16) | (message[at + 2] << 8) | message[at + 3];
  }
  for (let t = 16; t < 64; t++) {
    const early = schedule[t - 15];
    const late = schedule[t - 2];
    const s0 = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const s1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    schedule[t] = (s1 + schedule[t - 7] + s0 + schedule[t - 16]) | 0;
  }
  let a = state[0], b = state[1], c = state[2], d = state[3];   let e = state[4], f = state[5], g = state[6], h = state[7];   for (let t = 0; t < 64; t++) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + sum1 + ((e & f) ^ (~e & g)) + roundConstants[t] + schedule[t]) | 0;
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

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
function addLeaf(peaks, hash, size) {
  let node = hash;
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) node = nodeHash(peaks.pop(), node);
  peaks.push(node);
}

function rootOf(peaks) {
  if (peaks.length === 0) return sha256();
  let root = peaks[peaks.length - 1];
  for (let at = peaks.length - 2; at >= 0; at--) root = nodeHash(peaks[at], root);
  return root;
}

/** Calls `join` with each hash of a path, and whether it stands to the left; false where the tree has a path of another length. */
function alongPath(path, index, size, join) {
  let [at, last] = [index, size - 1];
  for (const hash of path) {
    if (last === 0) return false;
    const isLeft = at % 2 === 1 || at === last;
    join(hash, isLeft);
    if (isLeft) while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0;
}

/** Whether the path leads from a leaf to a root (2.1.3.2). */
function isIncluded(leaf, index, size, path, root) {
  let node = leaf;
  const fits = alongPath(path, index, size, (hash, isLeft) => {
    node = isLeft ? nodeHash(hash, node) : nodeHash(node, hash);
  });
  return fits && hex(node) === root;
}

/** Whether the tree with `second` leaves begins with the one of `first` (2.1.4.2). */
function isConsistent({ first, first_root, second, second_root }, proof) {
  if (first === second) return proof.length === 0 && first_root === second_root;
  let [index, size, odd] = [first - 1, second - 1, first];
  while (odd % 2 === 0) odd /= 2;
  while (index % 2 === 1) [index, size] = [Math.floor(index / 2), Math.floor(size / 2)];
  const [begin, ...rest] = odd === 1 ? [fromHex(first_root), ...proof] : proof;
  if (!begin) return false;
  let [older, newer] = [begin, begin];
  const fits = alongPath(rest, index, size + 1, (hash, isLeft) => {
    if (isLeft) older = nodeHash(hash, older);
    newer = isLeft ? nodeHash(hash, newer) : nodeHash(newer, hash);
  });
  return fits && hex(older) === first_root && hex(newer) === second_root;
}

// --- Signatures --------------------------------------------------------------------------------------------------------

const isCheckpoint = (item) =>
  isObject(item) && isCount(item.size) && [item.root_hash, item.key_id, item.signature].every((text) => typeof text === 'string');
const isKey = (item) => isObject(item) && [item.key_id, item.public_key].every((text) => typeof text === 'string');

function findKey(keys, keyId) {
  const known = keys.find(({ key_id }) => key_id === keyId);
  if (!known || !/^[A-Za-z0-9+/]{43}=$/.test(known.public_key)) return null;
  const key = fromBase64(known.public_key);
  return hex(sha256(key)).startsWith(keyId) && keyId.length === 16 ? key : null;
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
    findKey(keys, checkpoint.key_id),
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
function checkWords({ data, opened, opened_keys: keys, metadata: { wordsHash } }) {
  const found = { words: [], sealed: 0 };
  if (!findWords(data, opened ?? undefined, '', found)) return { fault: 'opened has something that is not sealed in data' };
  const { words, sealed } = found;
  if (wordsHash === undefined) return { proved: 0, unproved: words.length, sealed };
  if (words.length === 0 && (keys ?? undefined) === undefined) return { proved: 0, unproved: 0, sealed };
  if (!isObject(keys) || Object.keys(keys).length !== words.length) return { fault: 'opened has not one key for each word: it was changed' };
  if (!words.every(([place]) => Object.hasOwn(keys, place) && isHash(keys[place]))) return { fault: 'opened has not one key for each word: it was changed' };
  const hashes = words.map(([place, word]) => [place, hex(sha256(bytesOf(keys[place] + canonical(word))))]);
  if (hex(sha256(bytesOf(canonical(Object.fromEntries(hashes))))) !== wordsHash) return { fault: 'opened is not what was sealed: a word or a key was changed' };
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
  const check = () => {
    for (; next < signed.length && signed[next].size === size; next++) {
      if (hex(rootOf(peaks)) !== signed[next].root_hash) {
        return { valid: false, from: covered, leaf: Math.max(size - 1, 0), fault: `the root of ${size} leaves is not the one that was signed` };
      }
      covered = size;
    }
    return null;
  };
  const begun = isKnown ? check() : null;
  if (begun) return begun;
  for await (const line of lines) {
    number += 1;
    if (line === '') continue;
    const { value: item, isPlain } = parse(line, `line ${number}`);
    if (!isFact(item)) throw new CannotVerify(`line ${number} is not a fact: this is not an export`);
    if (size === 0 && !isKnown && !isOf(item, id)) throw new CannotVerify('neither its first fact nor a checkpoint is of WORKSPACE_ID: that is the id of something else');
    if (unsigned) return unsignedFault(unsigned);
    const hash = leafHash(item);
    const fault = faultOf(item, size, id, hash, isPlain);
    if (fault) return { valid: false, leaf: size, fault };
    const opened = checkWords(item);
    if (opened.fault) return { valid: false, leaf: size, fault: opened.fault };
    for (const name of Object.keys(words)) words[name] += opened[name];
    addLeaf(peaks, hash, size);
    size += 1;
    const difference = check();
    if (difference) return difference;
  }
  if (!isKnown) throw new CannotVerify('it has no fact, and no checkpoint is of WORKSPACE_ID');
  if (next < signed.length) return { valid: false, from: covered, leaf: size, fault: `the export ends before the checkpoint of size ${signed[next].size}` };
  const after = size > covered ? [`leaves ${covered} to ${size - 1}: no checkpoint given here covers them`] : [];
  return { valid: true, leaves: size, covered, words, not_proved: [...after, ...notProvedOf(words)] };
}

// --- Proofs of parts -----------------------------------------------------------------------------------------------------

const isProof = (answer) =>
  isObject(answer) && [answer.leaf_index, answer.size].every(isCount) && [answer.leaf_hash, answer.root_hash].every(isHash) && isPath(answer.audit_path);
const isConsistency = (answer) =>
  isObject(answer) && [answer.first, answer.second].every(isCount) && [answer.first_root, answer.second_root].every(isHash) && isPath(answer.proof);
const isPath = (path) => Array.isArray(path) && path.every(isHash);

/** Why a root of a proof is not one that was signed; null where it is. Throws `CannotVerify` where no checkpoint is of its size. */
async function rootFault(checkpoints, keys, id, size, root) {
  const ofSize = checkpoints.filter((checkpoint) => checkpoint.size === size);
  if (ofSize.length === 0) throw new CannotVerify(`no checkpoint is of size ${size}: ask for a proof with the size of one that you have`);
  for (const checkpoint of ofSize) {
    if (!(await isSigned(checkpoint, keys, id))) return unsignedFault(checkpoint).fault;
    if (checkpoint.root_hash !== root) return `the root of ${size} leaves is not the one that was signed`;
  }
  return null;
}

/** Verifies an answer of `/v1/audit/proof` with the fact that it is of, one of `facts`. Throws `CannotVerify`. */
export async function verifyProof(proof, facts, checkpoints, keys, workspaceId) {
  const id = workspaceId.toLowerCase();
  if (!isProof(proof)) throw new CannotVerify('it is not an answer of /v1/audit/proof');
  const leaf = proof.leaf_index;
  const { value: item, isPlain } = facts.find(({ value }) => value.leaf_index === leaf) ?? {};
  if (!item) throw new CannotVerify(`the fact of leaf ${leaf} is not in FACTS`);
  const { isKnown } = await checkSignatures(checkpoints, keys, id);
  if (!isKnown && !isOf(item, id)) throw new CannotVerify('neither the fact nor a checkpoint is of WORKSPACE_ID: that is the id of something else');
  const refuse = (fault) => ({ valid: false, leaf, fault });
  const hash = leafHash(item);
  const fault = faultOf(item, leaf, id, hash, isPlain);
  if (fault) return refuse(fault);
  const words = checkWords(item);
  if (words.fault) return refuse(words.fault);
  if (proof.leaf_hash !== item.leaf_hash) return refuse('leaf_hash of the proof is not that of the fact');
  const unsigned = await rootFault(checkpoints, keys, id, proof.size, proof.root_hash);
  if (unsigned) return refuse(unsigned);
  const path = proof.audit_path.map(fromHex);
  if (leaf >= proof.size || !isIncluded(hash, leaf, proof.size, path, proof.root_hash)) return refuse('audit_path does not lead from the fact to the root');
  return { valid: true, leaf, size: proof.size, words, not_proved: ['any other fact', ...notProvedOf(words)] };
}

/** Verifies an answer of `/v1/audit/consistency` against checkpoints of both sizes. Throws `CannotVerify`. */
export async function verifyConsistency(answer, checkpoints, keys, workspaceId) {
  const id = workspaceId.toLowerCase();
  if (!isConsistency(answer)) throw new CannotVerify('it is not an answer of /v1/audit/consistency');
  const { first, second, first_root, second_root, proof } = answer;
  if (first < 1 || first > second) throw new CannotVerify('its sizes are none that the service answers');
  const { bySize, isKnown } = await checkSignatures(checkpoints, keys, id);
  if (!isKnown && bySize.some(({ key_id }) => findKey(keys, key_id) !== null)) throw new CannotVerify('no checkpoint is signed for WORKSPACE_ID: is it the id of something else?');
  const refuse = (fault) => ({ valid: false, leaf: null, fault });
  const unsigned = (await rootFault(checkpoints, keys, id, first, first_root)) ?? (await rootFault(checkpoints, keys, id, second, second_root));
  if (unsigned) return refuse(unsigned);
  if (!isConsistent(answer, proof.map(fromHex))) return refuse(`the proof does not show that ${second} leaves begin with the ${first}`);
  return { valid: true, first, second, not_proved: ['what the facts say: that takes an export', ...neverProved] };
}

const witnessForm =
  /^(operator\n([0-9]{1,15})\n[0-9]{1,15}\n[0-9a-f]{64}\n([0-9a-f]{64}|-)\n)signed at [!-~]{1,40}\nkey ([0-9a-f]{16}) ([!-~]{1,99})\nsignature ([!-~]{1,99})\n?$/;

/** One output of `pinctl audit witness`, also from a mail with other line ends. Throws `CannotVerify`. */
export function parseWitness(text) {
  const [, signed, number, previous, keyId, publicKey, signature] = witnessForm.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (signed === undefined) throw new CannotVerify('it is not what pinctl audit witness prints');
  return { signed, number: Number(number), previous, keyId, publicKey, signature };
}

/** Verifies outputs of `pinctl audit witness`, and of two that follow one another that the later names the earlier. Throws `CannotVerify`. */
export async function verifyWitnesses(witnesses, keys) {
  if (!keys.every(isKey)) throw new CannotVerify('a key is not one');
  if (keys.length === 0) throw new CannotVerify('there is no key to verify with');
  const [before, apart] = [new Map(), []];
  const byNumber = [...witnesses].sort((one, other) => one.number - other.number);
  for (const [index, { signed, number, previous, keyId, publicKey, signature }] of byNumber.entries()) {
    const refuse = (fault) => ({ valid: false, number, fault });
    const key = findKey(keys, keyId);
    if (!(await isSignature(key, signed, signature))) return refuse('it is not signed by a known key');
    if (keys.find(({ key_id }) => key_id === keyId).public_key !== publicKey) return refuse('the key that it shows is not the one of that id');
    const hash = hex(sha256(bytesOf(signed)));
    if ((before.get(number) ?? hash) !== hash) return refuse('another one was signed with the same number');
    if ((before.get(number - 1) ?? previous) !== previous) return refuse('the one before it is not the one that it names');
    if (index > 0 && byNumber[index - 1].number < number - 1) apart.push(`that number ${number} follows number ${byNumber[index - 1].number}: those between are not given`);
    before.set(number, hash);
  }
  const unproved = ['which histories root_hash stands for: that takes the newest checkpoint of each', 'when it was signed', neverProved.at(-1)];
  return { valid: true, number: byNumber.at(-1).number, witnesses: byNumber.length, not_proved: [...apart, ...unproved] };
}

// --- Files ---------------------------------------------------------------------------------------------------------------

const beginnings = [
  [[0x50, 0x4b, 3, 4], 'it is a ZIP archive: unpack it first'],
  [[0x1f, 0x8b], 'it is compressed: unpack it first'],
  [[0xef, 0xbb, 0xbf], 'it begins with a byte order mark: take the file as the service gave it'],
  [[0xff, 0xfe], 'it is in UTF-16: take the file as the service gave it'],
  [[0xfe, 0xff], 'it is in UTF-16: take the file as the service gave it'],
];

function refuseOtherFile(bytes) {
  for (const [begin, fault] of beginnings) {
    if (begin.every((byte, at) => bytes[at] === byte)) throw new CannotVerify(fault);
  }
}

function textOf(bytes, what, isBeginning) {
  if (isBeginning) refuseOtherFile(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CannotVerify(`${what} is not UTF-8: it is damaged or another file`);
  }
}

function joined(parts) {
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

/** Lines of a stream of bytes, which need not fit into memory. Throws `CannotVerify`. */
export async function* linesOf(chunks) {
  let [number, parts, length] = [1, [], 0];
  const take = (part) => {
    parts.push(part);
    length += part.length;
    if (length > longestLine) {
      if (number === 1) refuseOtherFile(joined(parts));
      throw new CannotVerify(`line ${number} is longer than 16 MB: this is not an export`);
    }
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, at));
      yield textOf(joined(parts), `line ${number}`, number === 1);
      [number, parts, length, from] = [number + 1, [], 0, at + 1];
    }
    take(chunk.subarray(from));
  }
  if (length > 0) yield textOf(joined(parts), `line ${number}`, number === 1);
}

/** The file's bytes, in chunks. */
async function* chunksOf(file) {
  const { createReadStream } = await import('node:fs');
  try {
    yield* createReadStream(file);
  } catch (error) {
    const reasons = { ENOENT: 'it does not exist', EISDIR: 'it is a directory', EACCES: 'it may not be read' };
    throw new CannotVerify(reasons[error.code] ?? 'it cannot be read');
  }
}

async function readText(file) {
  const parts = [];
  let length = 0;
  for await (const chunk of chunksOf(file)) {
    parts.push(chunk);
    length += chunk.length;
    if (length > largestAnswer) throw new CannotVerify('it is larger than 64 MB: this is no answer of the service');
  }
  return textOf(joined(parts), 'it', true);
}

function parseAnswer(text) {
  const { value, isPlain } = parse(text, 'it');
  if (!isPlain) throw new CannotVerify('it has a name twice, or a number that is not written as RFC 8785 writes it: it is not as the service gave it');
  return value;
}

/** Does something with a file; what cannot be verified then is said of that file. */
async function of(file, work) {
  try {
    return await work(file);
  } catch (error) {
    if (error instanceof CannotVerify) throw new CannotVerify(`${file}: ${error.message}`);
    throw error;
  }
}

const readItems = (file, isItem, name) =>
  of(file, async () => {
    const { items } = parseAnswer(await readText(file)) ?? {};
    if (!Array.isArray(items) || !items.every(isItem)) throw new CannotVerify(`it is not an answer of /v1/audit/${name}`);
    return items;
  });
const readCheckpoints = (file) => readItems(file, isCheckpoint, 'checkpoints');
const readKeys = (file) => readItems(file, isKey, 'keys');
const readAnswer = (file) => of(file, async () => parseAnswer(await readText(file)));

/** The facts of an export, of some lines of it or of a page. */
const readFacts = (file) =>
  of(file, async () => {
    const text = await readText(file);
    const facts = [];
    for (const [index, line] of text.split('\n').entries()) {
      if (line === '') continue;
      const { value, isPlain } = parse(line, `line ${index + 1}`);
      const items = Array.isArray(value?.items) ? value.items : [value];
      if (!items.every(isFact)) throw new CannotVerify(`line ${index + 1} has no fact`);
      facts.push(...items.map((item) => ({ value: item, isPlain })));
    }
    return facts;
  });

const commands = {
  async proof(file, facts, checkpoints, keys, id, ...more) {
    if (id === undefined || more.length > 0) return undefined;
    const given = [await readAnswer(file), await readFacts(facts), await readCheckpoints(checkpoints), await readKeys(keys)];
    return of(file, () => verifyProof(...given, id));
  },
  async consistency(file, ...rest) {
    const [id, keys, ...checkpoints] = rest.reverse();
    if (checkpoints.length === 0) return undefined;
    const answer = await readAnswer(file);
    const known = [];
    for (const each of checkpoints.reverse()) known.push(...(await readCheckpoints(each)));
    const verifying = await readKeys(keys);
    return of(file, () => verifyConsistency(answer, known, verifying, id));
  },
  async witness(keys, ...files) {
    if (files.length === 0) return undefined;
    const verifying = await readKeys(keys);
    const witnesses = [];
    for (const file of files) witnesses.push(await of(file, async () => parseWitness(await readText(file))));
    return verifyWitnesses(witnesses, verifying);
  },
  async export(file, checkpoints, keys, id, ...more) {
    if (id === undefined || more.length > 0) return undefined;
    const [signed, verifying] = [await readCheckpoints(checkpoints), await readKeys(keys)];
    return of(file, () => verifyHistory(linesOf(chunksOf(file)), signed, verifying, id));
  },
};

const usage =
  'use: verify-history EXPORT.ndjson CHECKPOINTS.json KEYS.json WORKSPACE_ID | proof PROOF.json FACTS CHECKPOINTS.json KEYS.json WORKSPACE_ID | consistency CONSISTENCY.json CHECKPOINTS.json... KEYS.json WORKSPACE_ID | witness KEYS.json WITNESS.txt...';

/** On a command line. */
async function main([first, ...rest]) {
  const named = ['proof', 'consistency', 'witness'].includes(first);
  const verdict = await (named ? commands[first](...rest) : commands.export(first, ...rest));
  if (verdict === undefined) throw new CannotVerify(usage);
  console.log(JSON.stringify(verdict));
  process.exitCode = verdict.valid ? 0 : 1;
}

if (globalThis.process?.argv?.[1]?.endsWith('verify-history.mjs')) {
  await main(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof CannotVerify ? error.message : `it cannot be verified: ${String(error.message).split('\n')[0]}`);
    process.exitCode = 2;
  });
}
