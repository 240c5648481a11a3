import type { HistoryScope } from '../history/history-scope';
import { emptyAuditorsFile, readAuditorsFile, type AuditorsFile } from './auditors-file';
import { readCheckpointsFor, readKeys, readNewestCheckpoint } from './read-newest-checkpoint';
import { NoVerdictError, verifyInWorker, type Found, type Progress } from './verify-in-worker';

interface Following {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export interface ExportFound extends Found {
  /** Facts that the service has signed and the file has not; null where roots and keys came with the file. */
  readonly missing: number | null;
}

const largestKept = 64 * 2 ** 20;
/** Of the beginning and of the end, which say whose it is and how long. */
const tailBytes = 2 ** 20;

/** Verifies a file against the roots and keys that came with it, else against those of the service. Throws `NoVerdictError`. */
export async function verifyExport(of: HistoryScope, files: readonly File[], { signal, onProgress }: Following): Promise<ExportFound> {
  const { scope, workspaceId } = of;
  const beside = files.filter(({ name }) => /\.json$/i.test(name));
  const [file, ...others] = files.filter((each) => !beside.includes(each));
  if (file === undefined || others.length > 0)
    throw new NoVerdictError('Give one export, and beside it at most files that end with .json: checkpoints and keys.');
  const kept = await keptIn(beside);
  await expectOf(of, kept, file);
  const leaves = await leavesIn(file);
  const checkpoints = kept.checkpoints.length > 0 ? kept.checkpoints : await readCheckpointsFor(scope, leaves, signal);
  const keys = kept.keys.length > 0 ? kept.keys : await readKeys(signal);
  const found = await verifyInWorker({ kind: 'export', file, checkpoints, keys, workspaceId }, { signal, onProgress });
  if (kept.checkpoints.length > 0 || !found.verdict.valid) return { ...found, missing: null };
  const signed = (await readNewestCheckpoint(scope, signal))?.size ?? 0;
  return { ...found, missing: Math.max(0, signed - (found.verdict.leaves ?? 0)) };
}

async function keptIn(files: readonly File[]): Promise<AuditorsFile> {
  let all = emptyAuditorsFile;
  for (const file of files) {
    if (file.size > largestKept) throw new NoVerdictError(`${file.name.slice(0, 80)} is larger than 64 MB: it holds no checkpoints.`);
    const { checkpoints, keys, workspaceId } = readAuditorsFile(await file.text());
    all = {
      checkpoints: [...all.checkpoints, ...checkpoints],
      keys: [...all.keys, ...keys],
      workspaceId: all.workspaceId ?? workspaceId,
    };
  }
  return all;
}

/**
 * Tells a file of another workspace, or of the project where the organization is looked at, apart from one that is not what was signed: by what it and what is
 * beside it say of themselves.
 */
async function expectOf({ scope, workspaceId }: HistoryScope, kept: AuditorsFile, file: Blob): Promise<void> {
  const isOther = (ids: readonly string[]): boolean => ids.length > 0 && !ids.some((id) => id.toLowerCase() === workspaceId);
  const [line = ''] = (await file.slice(0, tailBytes).text()).split('\n', 1);
  const { metadata, stream } = parsed(line);
  const owners = ['projectId', 'organizationId'].map((name) => objectOf(metadata)[name]).filter((id) => typeof id === 'string');
  if (kept.workspaceId !== null && isOther([kept.workspaceId])) throw otherWorkspace('What is beside it', [kept.workspaceId]);
  const isOfProject = typeof stream === 'string' && stream.startsWith('project-');
  if (isOther(owners) || (isOfProject && scope === 'organization')) throw otherWorkspace('It', owners);
}

const otherWorkspace = (what: string, ids: readonly string[]): NoVerdictError =>
  new NoVerdictError(
    `${what} is of another workspace, ${ids.join(', ').slice(0, 140)}: open the console there, or choose the other history at the top.`,
  );

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? { ...value } : {});

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(line));
  } catch {
    return {};
  }
}

/**
 * How many facts the file says that it has, by its last line; null where it says none. It chooses which roots can be compared, and proves nothing: the
 * verifier counts by itself.
 */
async function leavesIn(file: Blob): Promise<number | null> {
  const tail = await file.slice(Math.max(0, file.size - tailBytes)).text();
  const leaf = parsed(tail.trimEnd().split('\n').at(-1) ?? '')['leaf_index'];
  return Number.isSafeInteger(leaf) && (leaf as number) >= 0 ? (leaf as number) + 1 : null;
}
