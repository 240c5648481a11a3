import { readDifferences, readUnsignedSeconds } from '@pps/audit';
import { readUnledSeconds } from '@pps/leases';
import { readUnsentMails } from '@pps/mail';
import { readPublishingDelays } from '@pps/pins';
import { countPassedOver } from '@pps/read-store';
import { measuredGauge, type MeasuredGauges } from '@pps/runtime';
import { readScheduleOverdue } from '@pps/schedules';
import { readDeliveryDelays } from '@pps/webhooks';
import { readErasureOverdue } from '@pps/workspaces';
import { findPinsWithoutNextAction } from '@projections/pins/without-next-action.query';
import { leaderMissing } from './leader-missing';
import { type MetricsDeps, readerLag } from './reader-lag';

const publishingPromise = 'A pin that may be published is published at the pace that the platform allows.';
const deliveryPromise = 'Webhooks are delivered at least once, soon, whatever other endpoints do.';
const mailPromise = 'Mails that somebody waits for are sent within seconds.';

/** Everything about the whole installation that the API measures for operators; the owner of each table reads it. */
export const measuredMetrics: readonly MeasuredGauges<MetricsDeps>[] = [
  readerLag,
  {
    gauges: {
      leader_missing_seconds: {
        help: 'Time since a projector led each of the read models, of the one that has been without for longest; since an orchestrator led any duty. 0 while they do; a host that never led is absent.',
        promise: 'When a process ends, others take over its duties within 5 s.',
        labels: ['host'],
      },
    },
    async measure({ db }) {
      const missing = leaderMissing(await readUnledSeconds(db));
      return [...missing].map(([host, value]) => ({ gauge: 'leader_missing_seconds', labels: { host }, value }));
    },
  },
  measuredGauge(
    'schedule_overdue_seconds',
    {
      help: 'Time since the oldest schedule was due that has not fired, also where it is passed over; 0 where none is due.',
      promise: 'A scheduled pin is queued at its time, once, never before.',
    },
    ({ db }) => readScheduleOverdue(db),
  ),
  {
    gauges: {
      publish_grant_unclaimed_seconds: {
        help: 'Time since the oldest permission to publish was given that no worker has used; 0 where all are used.',
        promise: publishingPromise,
      },
      publish_pacing_idle_seconds: {
        help: 'Time since the pacer last gave a permission or a worker used one, while accounts are to be visited; 3600 at most.',
        promise: publishingPromise,
      },
      publish_timer_overdue_seconds: {
        help: 'Time since an open attempt should have reported (timer="deadline"), or a pin in doubt was to be looked at (timer="platform_read"); 0 where none is late.',
        promise: 'No pin is published twice and none sits: an attempt without an outcome is settled by reading the platform.',
        labels: ['timer'],
      },
      quota_unsettled_seconds: {
        help: 'Time since the oldest unit of quota was reserved whose pin has not come and that was not given back; 0 where there is none.',
        promise: 'A unit of quota that no pin uses is given back.',
      },
    },
    async measure({ db }) {
      const { unclaimedGrant, pacingIdle, deadline, platformRead, unsettledQuota } = await readPublishingDelays(db);
      return [
        { gauge: 'publish_grant_unclaimed_seconds', value: unclaimedGrant },
        { gauge: 'publish_pacing_idle_seconds', value: pacingIdle },
        { gauge: 'publish_timer_overdue_seconds', labels: { timer: 'deadline' }, value: deadline },
        { gauge: 'publish_timer_overdue_seconds', labels: { timer: 'platform_read' }, value: platformRead },
        { gauge: 'quota_unsettled_seconds', value: unsettledQuota },
      ];
    },
  },
  measuredGauge(
    'work_queue_away_seconds',
    {
      help: 'Time since NATS, or the stream of work items there, last answered this process; 0 while it does. Workers look themselves for what is due meanwhile.',
      promise: publishingPromise,
    },
    async ({ queue }) => ((await queue.trouble())?.awayMs ?? 0) / 1_000,
  ),
  measuredGauge(
    'pins_without_next_action',
    {
      help: 'Pins that are neither published nor failed and that have no dated next action; must be 0.',
      promise: 'Every pin ends: what is neither published nor failed has a dated next action.',
    },
    ({ db }) => findPinsWithoutNextAction(db),
  ),
  {
    gauges: {
      webhook_delivery_overdue_seconds: {
        help: 'Time since the oldest delivery was due that was not sent, of endpoints that answer (lane="fast") and of those that were slow; 0 where none is due.',
        promise: deliveryPromise,
        labels: ['lane'],
      },
      webhook_dispatch_idle_seconds: {
        help: 'Time since deliveries were last handed to the workers while some are due; 600 at most.',
        promise: deliveryPromise,
      },
    },
    async measure({ db, clock }) {
      const { overdue, dispatchIdle } = await readDeliveryDelays(db, clock());
      const lanes = Object.entries(overdue).map(([lane, value]) => ({
        gauge: 'webhook_delivery_overdue_seconds',
        labels: { lane },
        value,
      }));
      return [...lanes, { gauge: 'webhook_dispatch_idle_seconds', value: dispatchIdle }];
    },
  },
  {
    gauges: {
      mail_overdue_seconds: {
        help: 'Time since the oldest mail was to be handed to the workers and was not; 0 where none is due.',
        promise: mailPromise,
      },
      mails_retried: {
        help: 'Mails that were tried four times or more and are not sent, of the 1,000 that are tried last.',
        promise: mailPromise,
      },
    },
    async measure({ db }) {
      const { overdueSeconds, retried } = await readUnsentMails(db);
      return [
        { gauge: 'mail_overdue_seconds', value: overdueSeconds },
        { gauge: 'mails_retried', value: retried },
      ];
    },
  },
  measuredGauge(
    'history_unsigned_seconds',
    {
      help: 'Age of the oldest fact that no signed checkpoint covers; 0 where all are covered.',
      promise: 'What happened is covered by a signed checkpoint within 60 s.',
    },
    ({ db }) => readUnsignedSeconds(db),
  ),
  measuredGauge(
    'audit_differences',
    {
      help: 'Histories whose tree the log contradicts, 20 at most; anything but 0 is an alarm.',
      promise: 'A history that was changed afterwards is detected.',
    },
    async ({ db }) => (await readDifferences(db)).length,
  ),
  measuredGauge(
    'erasure_overdue_seconds',
    {
      help: 'Time since the oldest workspace was to be erased whose erasing is not complete; 0 where there is none.',
      promise: 'A forgotten workspace is erased.',
    },
    ({ db }) => readErasureOverdue(db),
  ),
  {
    gauges: {
      passed_over_items: {
        help: 'Items of a task that fail by themselves and are tried again after growing waits.',
        promise: 'What fails for one item only is left alone and holds up no other.',
        labels: ['task'],
      },
    },
    async measure({ db }) {
      return [...(await countPassedOver(db))].map(([task, value]) => ({ gauge: 'passed_over_items', labels: { task }, value }));
    },
  },
];
