import { auditFactsProjection, checkpointText, readDifferences, readTreeSize, streamHistory, toHistoryItem } from '@pps/audit';
import { rootAt } from '@pps/audit/testing';
import type { EventStore, RecordedFact } from '@pps/event-store';
import { contextOf, type Database, type Transaction } from '@pps/read-store';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { uglyValue } from '../history-edits/ugly-value';
import { uuidOf } from '../history-edits/made-history';
import { startVerifier, type VerifierCase, type Verdict } from '../history-edits/verifier-process';
import { seededRandom } from '@pps/kernel/testing';
import { editStoredLog, type EditedLog, type StoredLog } from './edit-stored-log';

export interface StoredLogEditsReport {
  readonly edits: number;
  readonly byName: Readonly<Record<string, number>>;
  readonly findings: readonly string[];
}

const leaves = 33;
const checkpointSizes = [5, 16, 30];
const editsOfLog = 50;
const mostFindings = 20;
const step = 10n;

/**
 * Edits a log beneath its index and trees in so many ways, and has both verifiers read what the service then exports: they must agree and name the place
 * of whatever stands elsewhere than the index has it. Indexing the edited log anew must contradict the tree at the place of every edit. `db` has the index of
 * facts and its trees; it is left as it was but for a few projects more.
 */
export async function storedLogEditsCampaign(
  db: Database,
  { edits, seed }: { readonly edits: number; readonly seed: number },
): Promise<StoredLogEditsReport> {
  const random = seededRandom(seed);
  const verifiers = [startVerifier('javascript'), startVerifier('python')];
  const findings: string[] = [];
  const byName: Record<string, number> = {};
  let made = await makeLog(db, random);
  const verdictOn = async (log: StoredLog, what: string): Promise<Verdict> => {
    const lines = await exportLines(db, log, made.projectId);
    const verdicts = await Promise.all(verifiers.map((verifier) => verifier.verify({ ...made.proof, lines })));
    const [one, other] = verdicts.map((verdict) => JSON.stringify(Object.entries(verdict).sort()));
    if (one !== other) findings.push(`${what}: the verifiers differ: ${one} and ${other}`);
    return verdicts[0] as Verdict;
  };
  try {
    for (let done = 0; done < edits && findings.length < mostFindings; done++) {
      if (done % editsOfLog === 0) {
        made = await makeLog(db, random);
        const honest = await verdictOn(made.log, 'unedited');
        if (!honest.valid) findings.push(`an unedited log is refused: ${JSON.stringify(honest)}`);
        const differing = await differenceOf(db, made.log, made);
        if (differing !== null) findings.push(`an unedited log, indexed anew, differs at ${differing}`);
      }
      const edited = editStoredLog(random, made.log, { projectId: made.projectId, covered: checkpointSizes.at(-1) ?? 0 });
      byName[edited.name] = (byName[edited.name] ?? 0) + 1;
      const what = `edit ${done}, ${edited.name} at ${edited.place}`;
      const verdict = await verdictOn(edited.log, what);
      const missed = missedBy(verdict, edited) ?? missedByIndex(await differenceOf(db, edited.log, made), edited);
      if (missed) findings.push(`${what}: ${missed} ${JSON.stringify(verdict)}`);
    }
  } finally {
    for (const verifier of verifiers) verifier.stop();
  }
  return { edits, byName, findings };
}

function missedBy({ valid, leaf }: Verdict, { isSeenByIndex, place }: EditedLog): string | null {
  if (!isSeenByIndex) return valid ? null : 'found where nothing stands elsewhere than the index has it';
  if (valid) return 'not detected';
  return leaf === place ? null : 'elsewhere';
}

const missedByIndex = (differing: number | null, { place }: EditedLog): string | null =>
  differing === place ? null : `indexed anew, it differs at ${differing}`;

interface MadeLog {
  readonly projectId: string;
  readonly log: StoredLog;
  readonly proof: Omit<VerifierCase, 'lines'>;
}

/** Facts of two projects by turns, indexed, with checkpoints of the first. */
async function makeLog(db: Database, random: () => number): Promise<MadeLog> {
  const projects = [uuidOf(random), uuidOf(random)];
  const log = Array.from({ length: 2 * leaves }, (_, n): RecordedFact => {
    const [projectId = '', index] = [projects[n % 2], Math.floor(n / 2)];
    const metadata = {
      projectId,
      actor: { type: 'api_key', id: uuidOf(random) },
      occurredAt: '2026-11-20T10:00:00.000Z',
      schemaVersion: 1,
    };
    return {
      ...{ id: uuidOf(random), stream: `pin-${projectId}${Math.floor(index / 3)}`, revision: index % 3, position: BigInt(n + 1) * step },
      ...{
        type: 'PinQueued',
        data: { title: `Door ${index}`, value: uglyValue(random, 3) },
        metadata: metadata as RecordedFact['metadata'],
      },
      recordedAt: new Date('2026-11-20T10:00:00.000Z'),
    };
  });
  await db.transaction((tx) => auditFactsProjection.project(log, contextOf(auditFactsProjection, tx)));
  const [projectId = ''] = projects;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  const keyId = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  const checkpoints = [];
  for (const size of checkpointSizes) {
    const root = await rootAt(db, projectId, size);
    const signature = sign(null, Buffer.from(checkpointText({ treeId: projectId, size, root })), privateKey).toString('base64');
    checkpoints.push({ size, root_hash: root.toString('hex'), key_id: keyId, signature });
  }
  return { projectId, log, proof: { checkpoints, keys: [{ key_id: keyId, public_key: raw.toString('base64') }], workspaceId: projectId } };
}

/** What the service exports of the log as it is now, by the index of the log as it was. */
async function exportLines(db: Database, log: StoredLog, projectId: string): Promise<string[]> {
  const store: Pick<EventStore, 'read' | 'subscribe'> = {
    read: async (stream, from = 0, most = Infinity) =>
      log.filter((fact) => fact.stream === stream && fact.revision >= from && fact.revision < from + most),
    async *subscribe(after) {
      yield* log.filter(({ position }) => after === null || position > after);
    },
  };
  const lines: string[] = [];
  const size = await readTreeSize(db, projectId);
  for await (const page of streamHistory({ db, store }, projectId, { from: 0, size, pageSize: 20 })) {
    lines.push(...page.map((entry) => JSON.stringify(toHistoryItem(entry))));
  }
  return lines;
}

/** The first leaf that comes out otherwise when the log is indexed anew and grows by one fact; null where none does. */
async function differenceOf(db: Database, log: StoredLog, { projectId, log: unedited }: MadeLog): Promise<number | null> {
  const last = unedited.at(-1) as RecordedFact;
  const metadata = { ...last.metadata, projectId };
  const next: RecordedFact = { ...last, id: projectId, stream: `pin-${projectId}`, revision: 0, position: last.position + step, metadata };
  let found: number | null = null;
  const rebuilding = db.transaction(async (tx: Transaction) => {
    const context = contextOf(auditFactsProjection, tx, 2);
    await auditFactsProjection.create(context);
    await auditFactsProjection.project([...log, next], context);
    found = (await readDifferences(tx)).find(({ treeId }) => treeId === projectId)?.leafIndex ?? null;
    throw new TakenBack();
  });
  await rebuilding.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  return found;
}

class TakenBack extends Error {}
