import { holdWork, type DoAlone } from '@pps/leases';
import { openMailTransport, sendMailWork } from '@pps/mail';
import { bindConnections, ReconcilingReads, type BoundConnections } from '@pps/connections';
import { SharedBuckets } from '@pps/rate-limits';
import {
  findWaitingBefore,
  closeGrant,
  configuredBuckets,
  dropGrant,
  giveGrantBack,
  pollVideo,
  OwnImages,
  publishPin,
  reconcilePin,
  secondsAgo,
  uptime,
  type PublishingTask,
  type ReconcilingDeps,
} from '@pps/pins';
import { deliverWebhook } from '@pps/webhooks';
import type { WorkItem, WorkKind } from '@pps/work-queue';
import { isPresentEpoch } from '@pps/workspaces/events';
import { findOwnedPlatformPins } from '@projections/pins/list-pins.query';
import { passOver, type Database } from '@pps/read-store';
import type { Parts } from '../foundation/open-parts';

/** A kind without a handler is left to other workers. */
export type WorkHandlers = Readonly<Partial<Record<WorkKind, (work: WorkItem) => Promise<void>>>>;

/** What this host does for each kind of work. */
export function workHandlers(parts: Parts): WorkHandlers {
  const { db, configuration } = parts;
  const sharedBuckets = new SharedBuckets(db);
  const publishing = publishingDeps(parts, bindConnections({ ...parts, sharedBuckets }), sharedBuckets);
  const onError = (error: unknown) => parts.logger.error({ err: error }, 'a delivery could not be made; it is tried again');
  const deliver = deliverWebhook({
    ...parts,
    targets: configuration.WEBHOOK_TARGETS,
    random: Math.random,
    onError,
  });
  const alone = onlyOnce(holdWork(db));
  return {
    publish: passOverFailing(
      db,
      'publish' satisfies PublishingTask,
      (work) => publishPin(publishing, work.id, attemptOf(work)),
      (work) => giveGrantBack(publishing, work.id, attemptOf(work)),
    ),
    video: alone(passOverFailing(db, 'video' satisfies PublishingTask, (work) => pollVideo(publishing, work.id))),
    reconcile: alone(
      passOverFailing(db, 'reconcile' satisfies PublishingTask, (work) => reconcilePin(publishing, work.id, attemptOf(work))),
    ),
    deliver: alone(deliver),
    ...mailHandler(parts, alone),
  };
}

/** An item may come twice, offered and found to be due: while one worker has it in hand, others leave it alone. Attempts to publish are fenced by their grants. */
export const onlyOnce =
  (doAlone: DoAlone) =>
  (handle: Handle): Handle =>
  (work) =>
    doAlone(`${work.kind} ${work.id}`, () => handle(work));

function mailHandler({ streams, vault, configuration, keys, clock }: Parts, alone: (handle: Handle) => Handle): Pick<WorkHandlers, 'mail'> {
  const { SMTP_URL, MAIL_FROM, APP_URL, PUBLIC_URL } = configuration;
  if (!SMTP_URL || !MAIL_FROM) return {};
  const transport = openMailTransport(SMTP_URL, MAIL_FROM);
  const addresses = { appUrl: APP_URL, publicUrl: PUBLIC_URL, hashKey: keys.EMAIL_HASH_KEY };
  return { mail: alone(sendMailWork({ streams, vault, clock, transport, ...addresses })) };
}

function publishingDeps(parts: Parts, { tokens, connections }: BoundConnections, sharedBuckets: SharedBuckets): ReconcilingDeps {
  const { streams, db, platform, storage, configuration, freshness, live, clock } = parts;
  return {
    streams,
    platform,
    storage,
    images: new OwnImages(streams, storage),
    buckets: configuredBuckets(db, configuration),
    closeGrant: (pinId, attempt) => closeGrant(db, pinId, attempt),
    dropGrant: (pinId, attempt) => dropGrant(db, pinId, attempt),
    waitingBefore: (accountId, moment) => findWaitingBefore(db, accountId, moment),
    accounts: {
      accessToken: (accountId) => tokens.get(accountId),
      requireUsable: (accountId, askedAt) => tokens.requireUsable(accountId, askedAt),
      refreshAccess: (accountId, refused) => tokens.refreshAfterUnauthorized(accountId, refused.tokenRef),
      reportDead: (accountId, refused) => tokens.reportRefused(accountId, refused.tokenRef),
      learnLimit: (accountId, announced) => connections.learnLimit(accountId, announced),
    },
    presentEpoch: (project) => isPresentEpoch(live, project),
    reads: new ReconcilingReads(sharedBuckets, configuration),
    knownPins: {
      findOwned: async (platformPinIds) => {
        await freshness.wait('pins');
        return findOwnedPlatformPins(db, platformPinIds);
      },
    },
    onFault: (error) => parts.logger.error({ err: error }, 'a call to the platform could not be made; nothing was sent, it is tried again'),
    clock,
    monotonic: () => performance.now(),
    uptime,
    secondsAgo: (other) => secondsAgo(db, other),
    random: Math.random,
    platformTimeoutMs: configuration.PLATFORM_TIMEOUT,
    reconcileAfterMs: configuration.RECONCILE_AFTER,
  };
}

function attemptOf({ attributes }: WorkItem): number {
  const attempt = Number(attributes['attempt']);
  if (!Number.isInteger(attempt)) throw new Error(`work without an attempt: ${JSON.stringify(attributes)}`);
  return attempt;
}

type Handle = (work: WorkItem) => Promise<void>;

/** Work that, where it fails for an item, leaves that item alone for a while; the error still is reported. `release` gives back what the item holds. */
export const passOverFailing =
  (db: Database, task: string, handle: Handle, release: Handle = async () => undefined): Handle =>
  async (work) => {
    try {
      await handle(work);
    } catch (error) {
      await passOver(db, task, work.id, error);
      await release(work);
      throw error;
    }
  };
