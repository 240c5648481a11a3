import type { Checkpoint } from 'pin-publishing';
import type { KnownKey, SignedRoot } from './verifier-file';
import { NoVerdictError } from './verify-in-worker';

/** What an auditor has kept outside: roots, keys, or both. */
export interface AuditorsFile {
  readonly checkpoints: readonly SignedRoot[];
  readonly keys: readonly KnownKey[];
  /** Whose history, where it says so. */
  readonly workspaceId: string | null;
}

export const emptyAuditorsFile: AuditorsFile = { checkpoints: [], keys: [], workspaceId: null };

/** A checkpoint with the keys, as an auditor keeps it: the verifier takes it for an answer of `/v1/audit/checkpoints`. */
export const auditorsText = (checkpoint: Checkpoint, keys: readonly KnownKey[], workspaceId: string): string =>
  `${JSON.stringify({ workspace_id: workspaceId, items: [checkpoint], keys }, null, 2)}\n`;

/** Reads what was kept: a file of this page, an answer of `/v1/audit/checkpoints` or of `/v1/audit/keys`, or one checkpoint. Throws `NoVerdictError` where it is none. */
export function readAuditorsFile(text: string): AuditorsFile {
  const value = parsed(text);
  const items = listIn(value, 'items') ?? (isRoot(value) ? [value] : null);
  if (items === null) throw new NoVerdictError('This is neither a checkpoint nor an answer of /v1/audit/checkpoints or /v1/audit/keys.');
  const keys = (listIn(value, 'keys') ?? []).concat(items.filter((each) => !isRoot(each)));
  if (!keys.every(isKey)) throw new NoVerdictError('Something in it is neither a checkpoint nor a key.');
  const id = (value as { readonly workspace_id?: unknown }).workspace_id;
  return { checkpoints: items.filter(isRoot), keys, workspaceId: typeof id === 'string' ? id : null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoVerdictError('This is not JSON: it is damaged, cut off or something else.');
  }
}

const has = (value: unknown, names: Readonly<Record<string, 'string' | 'number'>>): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(names).every(([name, kind]) => typeof (value as Record<string, unknown>)[name] === kind);

const isRoot = (value: unknown): value is SignedRoot =>
  has(value, { size: 'number', root_hash: 'string', key_id: 'string', signature: 'string' });
const isKey = (value: unknown): value is KnownKey => has(value, { key_id: 'string', public_key: 'string' });

function listIn(value: unknown, name: string): unknown[] | null {
  const list = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return Array.isArray(list) ? list : null;
}
