import { treeOf, type FactRow } from '@pps/audit';
import { billingStream, quotaOfStreamId, quotaStream } from '@pps/billing/events';
import { boardStream, connectionStream, sandboxBoardsStream } from '@pps/connections/events';
import { type RecordedFact } from '@pps/event-store';
import { assetStream } from '@pps/assets/events';
import { apiKeyStream, secondFactorStream, sessionStream, userStream } from '@pps/identity/events';
import { importStream } from '@pps/imports/events';
import { pinStream } from '@pps/pins/events';
import { proposalStream } from '@pps/proposals/events';
import { scheduleStream } from '@pps/schedules/events';
import { deliveryStream, outboxStream, replayStream, webhookStream } from '@pps/webhooks/events';
import { accountExportStream, epochFacts, organizationStream, projectStream } from '@pps/workspaces/events';

/** What a stream of the log is called in the interface. What is not here is told of to nobody. */
const typesByCategory = {
  [pinStream.category]: 'pin',
  [scheduleStream.category]: 'schedule',
  [importStream.category]: 'import',
  [proposalStream.category]: 'proposal',
  [connectionStream.category]: 'account',
  [boardStream.category]: 'board',
  [sandboxBoardsStream.category]: 'board',
  [assetStream.category]: 'asset',
  [webhookStream.category]: 'webhook',
  [outboxStream.category]: 'webhook',
  [replayStream.category]: 'webhook',
  [deliveryStream.category]: 'webhook_delivery',
  [apiKeyStream.category]: 'api_key',
  [quotaStream.category]: 'usage',
  [projectStream.category]: 'project',
  [organizationStream.category]: 'organization',
  [billingStream.category]: 'billing',
  [accountExportStream.category]: 'account_export',
  [userStream.category]: 'profile',
  [sessionStream.category]: 'session',
  [secondFactorStream.category]: 'second_factor',
} as const satisfies Readonly<Record<string, string>>;

export const changeTypes = [
  ...['pin', 'schedule', 'import', 'proposal', 'account', 'board', 'asset', 'webhook', 'webhook_delivery', 'api_key', 'usage', 'project'],
  ...['organization', 'billing', 'account_export', 'profile', 'session', 'second_factor'],
] as const;

/** That something of a project or an organization is not as it was: which thing, and nothing of what it says. */
export interface Change {
  readonly position: bigint;
  readonly type: string;
  /** Empty where only the fact itself says it: of boards by the log's index. */
  readonly id: string;
  /** Whether it began to exist. */
  readonly isNew: boolean;
  /** The history that it belongs to: a project's, or that of the organization beside its projects. */
  readonly treeId: string;
  /** Of the project; undefined where the log's index does not say. */
  readonly epoch: number | undefined;
  readonly stream: string;
  readonly revision: number;
  /** What a project had is gone with it. */
  readonly endsEpoch?: true;
  /** What it belongs to, where the fact names it. */
  readonly webhookId?: string;
  readonly accountId?: string;
}

/** What of the interface the stream of a fact is; null where it is nothing that anybody reads. */
export function changeOf(fact: FactRow, treeId: string, epoch?: number): Change | null {
  const dash = fact.stream.indexOf('-');
  const category = fact.stream.slice(0, dash);
  if (!Object.hasOwn(typesByCategory, category)) return null;
  const type = typesByCategory[category] ?? '';
  const { position, revision, stream } = fact;
  const isNew = type === 'board' ? fact.type.endsWith('Created') : revision === 0 && !ofItsWebhook.has(category);
  const id = type === 'board' ? '' : fact.stream.slice(dash + 1);
  const change = { position, type, id, isNew, treeId, epoch, stream, revision, ...(endsEpoch(fact) && { endsEpoch: true as const }) };
  if (type !== 'usage') return change;
  const quota = quotaOfStreamId(id);
  return quota && { ...change, id: quota.month, epoch: quota.epoch };
}

const ofItsWebhook: ReadonlySet<string> = new Set([outboxStream.category, replayStream.category]);

/** The same of a fact as the log gives it, which also says whose it is. */
export function changeOfFact(fact: RecordedFact): Change | null {
  const treeId = treeOf(fact);
  const change = treeId === null ? null : changeOf(fact, treeId, fact.metadata.epoch);
  return change && { ...change, ...whatFactNames(change.type, fact.data) };
}

/** What a change is about as far as only the data of its fact say it. */
export type NamedByFact = Partial<Pick<Change, 'id' | 'accountId' | 'webhookId'>>;

export function whatFactNames(type: string, data: unknown): NamedByFact {
  const { webhookId, boardId, accountId } = data as Readonly<Record<string, unknown>>;
  if (type === 'webhook_delivery') return typeof webhookId === 'string' ? { webhookId } : {};
  if (type !== 'board' || typeof boardId !== 'string') return {};
  return { id: boardId, ...(typeof accountId === 'string' && { accountId }) };
}

const endingFacts: readonly string[] = epochFacts;

/** Whether what a project had is gone with this fact. */
const endsEpoch = ({ stream, type }: FactRow): boolean => stream.startsWith(`${projectStream.category}-`) && endingFacts.includes(type);

/** Whether what this project had is gone with a change. */
export const endsEpochOf =
  (projectId: string) =>
  ({ treeId, endsEpoch: isEnd }: Change): boolean =>
    isEnd === true && treeId === projectId;

const credentialCategories: ReadonlySet<string> = new Set(
  [apiKeyStream, userStream, sessionStream, projectStream, organizationStream].map(({ category }) => category),
);

/** Whether a session or a key may have ended, or may do less, by this fact. */
export const concernsCredentials = ({ stream }: FactRow): boolean => credentialCategories.has(stream.slice(0, stream.indexOf('-')));

/** The newest change of each thing, and its beginning in a place of its own, in the order of the log: who has heard of a place has heard of all before it. */
export function newestOfEach(changes: readonly Change[]): Change[] {
  const newest = new Map<string, Change>();
  const begun: Change[] = [];
  for (const change of changes) {
    const key = `${change.type} ${change.id || `${change.stream}@${change.revision}`}`;
    const before = newest.get(key);
    if (before?.isNew) begun.push(before);
    newest.set(
      key,
      change.webhookId === undefined && before?.webhookId !== undefined ? { ...change, webhookId: before.webhookId } : change,
    );
  }
  return [...begun, ...newest.values()].sort((one, other) => (one.position < other.position ? -1 : 1));
}
