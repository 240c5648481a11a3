import { treeOf, type FactRow } from '@pps/audit';
import { billingStream, quotaStream } from '@pps/billing/events';
import { connectionStream } from '@pps/connections/events';
import { type RecordedFact } from '@pps/event-store';
import { assetStream } from '@pps/assets/events';
import { apiKeyStream, secondFactorStream, sessionStream, userStream } from '@pps/identity/events';
import { importStream } from '@pps/imports/events';
import { pinStream } from '@pps/pins/events';
import { scheduleStream } from '@pps/schedules/events';
import { deliveryStream, outboxStream, replayStream, webhookStream } from '@pps/webhooks/events';
import { accountExportStream, epochFacts, organizationStream, projectStream } from '@pps/workspaces/events';

/** What a stream of the log is called in the interface. What is not here is told of to nobody. */
const typesByCategory = {
  [pinStream.category]: 'pin',
  [scheduleStream.category]: 'schedule',
  [importStream.category]: 'import',
  [connectionStream.category]: 'account',
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
  ...['pin', 'schedule', 'import', 'account', 'asset', 'webhook', 'webhook_delivery', 'api_key', 'usage', 'project'],
  ...['organization', 'billing', 'account_export', 'profile', 'session', 'second_factor'],
] as const;

/** That something of a project or an organization is not as it was: which thing, and nothing of what it says. */
export interface Change {
  readonly position: bigint;
  readonly type: string;
  readonly id: string;
  /** Whether it began to exist. */
  readonly isNew: boolean;
  /** The history that it belongs to: a project's, or that of the organization beside its projects. */
  readonly treeId: string;
  /** Of the project; undefined where the log's index does not say. */
  readonly epoch: number | undefined;
  readonly stream: string;
  /** The webhook of a delivery, where the fact names it. */
  readonly webhookId?: string;
}

/** What of the interface the stream of a fact is; null where it is nothing that anybody reads. */
export function changeOf(fact: FactRow, treeId: string, epoch?: number): Change | null {
  const dash = fact.stream.indexOf('-');
  const category = fact.stream.slice(0, dash);
  if (!Object.hasOwn(typesByCategory, category)) return null;
  const type = typesByCategory[category] ?? '';
  const streamId = fact.stream.slice(dash + 1);
  const { position, revision, stream } = fact;
  // The month, without the project before it.
  const id = type === 'usage' ? streamId.slice(-'yyyy-mm'.length) : streamId;
  const isNew = revision === 0 && !ofItsWebhook.has(category);
  return { position, type, id, isNew, treeId, epoch, stream };
}

const ofItsWebhook: ReadonlySet<string> = new Set([outboxStream.category, replayStream.category]);

/** The same of a fact as the log gives it, which also says whose it is. */
export function changeOfFact(fact: RecordedFact): Change | null {
  const treeId = treeOf(fact);
  const change = treeId === null ? null : changeOf(fact, treeId, fact.metadata.epoch);
  const webhookId = change?.type === 'webhook_delivery' && (fact.data as { readonly webhookId?: unknown }).webhookId;
  return change && typeof webhookId === 'string' ? { ...change, webhookId } : change;
}

const endingFacts: readonly string[] = epochFacts;

/** Whether what a project had is gone with this fact. */
export const endsEpoch = ({ stream, type }: FactRow): boolean =>
  stream.startsWith(`${projectStream.category}-`) && endingFacts.includes(type);

const credentialCategories: ReadonlySet<string> = new Set(
  [apiKeyStream, userStream, sessionStream, projectStream, organizationStream].map(({ category }) => category),
);

/** Whether a session or a key may have ended, or may do less, by this fact. */
export const concernsCredentials = ({ stream }: FactRow): boolean => credentialCategories.has(stream.slice(0, stream.indexOf('-')));

/** The newest change of each thing, in the order of the log. */
export function newestOfEach(changes: readonly Change[]): Change[] {
  const newest = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.type} ${change.id}`;
    const before = newest.get(key);
    newest.delete(key);
    newest.set(key, before?.isNew ? { ...change, isNew: true } : change);
  }
  return [...newest.values()];
}
