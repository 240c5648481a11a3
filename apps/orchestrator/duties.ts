import { runSigning, signingDuty } from '@pps/audit';
import type { Duty, FencingToken } from '@pps/leases';
import { mailDue, mailDuty, mailProcesses, runMailDispatcher } from '@pps/mail';
import { removeDeletedAssets } from '@pps/assets';
import { endWithdrawing, PaymentAccess, quotaReleasing } from '@pps/billing';
import { idleTokensDuty, runIdleTokenRefresh, sandboxAccounts, type IdleTokensDeps } from '@pps/connections';
import {
  configuredBuckets,
  failPinsOfDeletedAssets,
  failPinsOfRevokedAccounts,
  Grants,
  pacingDue,
  pacingDuty,
  publishingTimersDue,
  publishingTimersDuty,
  publishQueueProjection,
  quotaSettling,
  quotaSweepDuty,
  runPacing,
  runPublishingTimers,
  runQuotaSweep,
  unsettledQuota,
  RoundRobin,
  type PublishingTask,
  publishQueueQueries,
} from '@pps/pins';
import { importingDuty, importsDue, importJobsProjection, runImports } from '@pps/imports';
import {
  keyEndsDuty,
  passwordResetDue,
  passwordResetDuty,
  runKeyEnds,
  runPasswordResetDispatcher,
  verificationMails,
  type KeyEndsDeps,
} from '@pps/identity';
import { runStoppedAgreements, stoppedAgreementsDuty } from '@pps/proposals';
import { IdleCheckpoints, passOver, runProcess, type OwnLog, type Process } from '@pps/read-store';
import { importPortion, noteAccountExports, rememberForgotten, resumeAgreements, unfinishedRenames, unprovenAccess } from '@pps/use-cases';
import {
  disableWebhooksOfRevokedKeys,
  outboxPinTable,
  runFailingEndpoints,
  runHeldDropping,
  runWebhookDispatcher,
  runWebhookReplays,
  subscriptionTable,
  webhookDeliveriesDue,
  webhookReplaysDue,
  webhookDeliveriesProjection,
  webhookOutboxProcess,
} from '@pps/webhooks';
import { findExpiringAccounts } from '@projections/accounts/accounts.query';
import { endedKeys, keysToAnnounce } from '@projections/api_keys/api_keys.query';
import { findPinsWaitingForAsset } from '@projections/pins/pins-of-asset.query';
import { findStoppedProposals, resumingTask } from '@projections/proposals/stopped-proposals.query';
import { webhooksMadeBy } from '@projections/webhooks/webhooks.query';
import { pause as pauseUnlessAborted } from '@pps/concurrency';
import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../foundation/bind-app';
import { scheduleFiring, scheduleProcesses } from './schedules';
import { accountExports } from './account-exports';
import { forgetting } from './forgetting';
import { sweeps } from './sweeps';

/** The least time between two rounds of a dispatcher. */
const pauseMs = 15;
const timersPauseMs = 200;

/** Everything the orchestrator is there for. */
export function duties(app: App, ownLog: OwnLog | undefined): Duty[] {
  const idleCheckpoints = new IdleCheckpoints(app.db, ownLog);
  return [
    ...[...processes(app), ...scheduleProcesses(app)].map((process) => processDuty(app, process, { ownLog, idleCheckpoints })),
    ...dispatchers(app),
    ...sweeps(app),
    forgetting(app),
    accountExports(app),
    scheduleFiring(app),
  ];
}

function processes(app: App): Process<null>[] {
  const { store, db, streams, freshness, vault, configuration, storage, clock, logger } = app;
  const onFailedPin = async (pinId: string, error: unknown) => {
    await passOver(db, 'fail', pinId, error);
    logger.error({ err: error, pinId }, 'a pin could not be failed; it fails at its next attempt');
  };
  return [
    quotaSettling(unsettledQuota(db)),
    quotaReleasing({ streams, clock }),
    endWithdrawing({
      ...{ streams, clock, payments: PaymentAccess.from(configuration, logger).client },
      log: (message, fields) => logger.warn(fields, message),
    }),
    sandboxAccounts(app),
    failPinsOfRevokedAccounts({
      streams,
      publishQueue: publishQueueQueries(db),
      queueIsFresh: () => freshness.wait('publish_queue'),
      clock,
      onFailedPin,
    }),
    removeDeletedAssets({ streams, storage, clock }),
    failPinsOfDeletedAssets({
      streams,
      pinsWaitingFor: async (assetId) => {
        await freshness.wait('pins');
        return findPinsWaitingForAsset(db, assetId);
      },
      clock,
      onFailedPin,
    }),
    verificationMails({ streams, vault, clock, linkLifetimeMs: configuration.VERIFY_LINK_LIFETIME }),
    ...mailProcesses({ db, streams, clock }),
    rememberForgotten({ db, streams, clock }),
    noteAccountExports({ db }),
    unprovenAccess({ db, streams, freshness, clock }),
    unfinishedRenames({ streams, clock }),
    disableWebhooksOfRevokedKeys({
      streams,
      webhooksMadeBy: async (keyId) => {
        await freshness.wait('webhooks');
        return webhooksMadeBy(db, keyId);
      },
      clock,
    }),
    webhookOutboxProcess({ store, subscriptions: subscriptionTable(db), pins: outboxPinTable(db), clock }),
  ];
}

function processDuty(
  { db, store, logger }: App,
  process: Process<null>,
  shared: { readonly ownLog: OwnLog | undefined; readonly idleCheckpoints: IdleCheckpoints },
): Duty {
  const log = (level: 'info' | 'warn' | 'error', message: string, fields?: object) => logger[level](fields ?? {}, message);
  return { name: `process ${process.name}`, run: ({ signal }) => runProcess(process, { db, store, signal, log, ...shared }) };
}

function dispatchers(app: App): Duty[] {
  const { db, queue, streams, vault, configuration, logger, clock } = app;
  const loop = (due: string, projections: readonly string[], betweenMs = pauseMs) =>
    app.dueTimes.loop({ due, projections, pauseMs: betweenMs });
  const publishQueue = publishQueueQueries(db);
  const failing = (duty: string) => (error: unknown) => logger.error({ err: error, duty }, 'a duty failed; trying again');
  const log = (level: 'info' | 'warn' | 'error', message: string, fields?: object) => logger[level](fields ?? {}, message);
  const reconcileAfterMs = configuration.RECONCILE_AFTER;
  const buckets = configuredBuckets(db, configuration);
  const monotonic = () => performance.now();
  const pause = (ms: number) => delay(ms);
  const pacing = {
    grants: new Grants(db),
    roundRobin: (token: FencingToken) => new RoundRobin(db, token),
    queue,
    publishQueue,
    buckets,
    clock,
    monotonic,
    progress: loop(pacingDue, [publishQueueProjection.name]),
    pause,
    onError: failing(pacingDuty),
  };
  const timers = {
    streams,
    queue,
    publishQueue,
    clock,
    monotonic,
    reconcileAfterMs,
    passOver: (task: PublishingTask, item: string, error: unknown) => passOver(db, task, item, error),
    pause: app.dueTimes.loop({
      due: publishingTimersDue,
      projections: [publishQueueProjection.name],
      pauseMs: timersPauseMs,
      isWhole: true,
    }),
    onError: failing(publishingTimersDuty),
  };
  const { RESET_LINK_LIFETIME: linkLifetimeMs, MAIL_INTERVAL: intervalMs, QUOTA_SWEEP_AFTER: unsettledForMs } = configuration;
  const keyEnds: KeyEndsDeps = {
    ...{ streams, clock, onError: failing(keyEndsDuty) },
    ended: (now, after, limit) => endedKeys(db, now, after, limit),
    ending: (now, after, limit) => keysToAnnounce(db, now, after, limit),
  };
  const wait = loop(passwordResetDue(intervalMs), [], 0);
  const recovery = { db, streams, vault, clock, linkLifetimeMs, intervalMs, wait, onError: failing(passwordResetDuty) };
  const idleTokens: IdleTokensDeps = {
    tokens: app.tokens,
    clock,
    expiring: (before, after, limit) => findExpiringAccounts(db, before, after, limit),
    onError: failing(idleTokensDuty),
  };
  const importing = {
    db,
    importPortion: (jobId: string, signal: AbortSignal) => importPortion(app, jobId, signal),
    progress: loop(importsDue, [importJobsProjection.name]),
    pause: pauseUnlessAborted,
    log,
  };
  const agreements = {
    stopped: (before: Date, limit: number) => findStoppedProposals(db, before, limit),
    resume: (proposalId: string, signal: AbortSignal) => resumeAgreements(app, proposalId, signal),
    passOver: (proposalId: string, error: unknown) => passOver(db, resumingTask, proposalId, error),
    ...{ clock, pause: pauseUnlessAborted, log },
  };
  return [
    { name: stoppedAgreementsDuty, run: (leadership) => runStoppedAgreements(agreements, leadership) },
    { name: importingDuty, run: (leadership) => runImports(importing, leadership) },
    { name: pacingDuty, run: (leadership) => runPacing(pacing, leadership) },
    { name: publishingTimersDuty, run: (leadership) => runPublishingTimers(timers, leadership) },
    {
      name: quotaSweepDuty,
      run: (leadership) =>
        runQuotaSweep({ unsettled: unsettledQuota(db), streams, clock, unsettledForMs, onError: failing(quotaSweepDuty) }, leadership),
    },
    { name: keyEndsDuty, run: (leadership) => runKeyEnds(keyEnds, leadership) },
    { name: passwordResetDuty, run: (leadership) => runPasswordResetDispatcher(recovery, leadership) },
    { name: idleTokensDuty, run: (leadership) => runIdleTokenRefresh(idleTokens, leadership) },
    {
      name: mailDuty,
      run: (leadership) => runMailDispatcher({ db, queue, wait: loop(mailDue, [], 0), onError: failing(mailDuty) }, leadership),
    },
    {
      name: 'webhook-deliveries',
      run: (leadership) => {
        const progress = loop(webhookDeliveriesDue, [webhookDeliveriesProjection.name], 0);
        const { WEBHOOK_RESPONSES_KEPT: responsesKeptMs } = configuration;
        return runWebhookDispatcher({ db, queue, clock, progress, log, responsesKeptMs }, leadership);
      },
    },
    { name: 'held-deliveries', run: (leadership) => runHeldDropping({ db, streams, clock, log }, leadership) },
    { name: 'failing-webhooks', run: (leadership) => runFailingEndpoints({ db, streams, clock, log }, leadership) },
    {
      name: signingDuty,
      run: (leadership) =>
        runSigning({ db, vault, clock, everyMs: configuration.AUDIT_CHECKPOINT_EVERY, pause: pauseUnlessAborted, log }, leadership),
    },
    {
      name: 'webhook-replays',
      run: (leadership) => {
        const progress = app.dueTimes.loop({
          due: webhookReplaysDue,
          projections: [webhookDeliveriesProjection.name],
          pauseMs,
          isWhole: true,
        });
        return runWebhookReplays({ db, store: app.store, streams, live: app.live, clock, progress, log }, leadership);
      },
    },
  ];
}
