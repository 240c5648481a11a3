import { auditFactsProjection } from '@pps/audit';
import type { Projection } from '@pps/read-store';
import { activityLogProjection } from './activity_log/activity_log.projection';
import { accountsProjection } from './accounts/accounts.projection';
import { apiKeysProjection } from './api_keys/api_keys.projection';
import { assetsProjection } from './assets/assets.projection';
import { pinsProjection } from './pins/pins.projection';
import { importJobsProjection } from '@pps/imports';
import { pinTimesProjection } from './pin_times/pin_times.projection';
import { publishQueueProjection } from '@pps/pins';
import { proposalsProjection } from './proposals/proposals.projection';
import { quotaLedgerProjection } from './quota_ledger/quota_ledger.projection';
import { resourceVersionsProjection } from './resource_versions/resource_versions.projection';
import { rollupsProjection } from './rollups/rollups.projection';
import { schedulesProjection } from './schedules/schedules.projection';
import { sessionsProjection } from './sessions/sessions.projection';
import { scheduleQueueProjection } from '@pps/schedules';
import { webhookDeliveriesProjection } from '@pps/webhooks';
import { webhooksProjection } from './webhooks/webhooks.projection';
import { workspacesProjection } from './workspaces/workspaces.projection';

/** Every read model that the projector maintains. */
export const projections: readonly Projection[] = [
  accountsProjection,
  activityLogProjection,
  apiKeysProjection,
  assetsProjection,
  auditFactsProjection,
  importJobsProjection,
  pinsProjection,
  pinTimesProjection,
  proposalsProjection,
  publishQueueProjection,
  quotaLedgerProjection,
  resourceVersionsProjection,
  rollupsProjection,
  schedulesProjection,
  scheduleQueueProjection,
  sessionsProjection,
  webhooksProjection,
  webhookDeliveriesProjection,
  workspacesProjection,
];

/** What no request about pins, schedules, accounts and deliveries waits for, and no duty that acts on its rows. */
const unhurried: readonly Projection[] = [
  activityLogProjection,
  auditFactsProjection,
  pinTimesProjection,
  resourceVersionsProjection,
  rollupsProjection,
];

/** Go before the others, and bulk work goes on only as fast as they follow. */
export const awaitedProjections: readonly Projection[] = projections.filter((each) => !unhurried.includes(each));

/** Led together, as pins without a next action are looked for where both stand at one position of the log. */
const together: readonly (readonly string[])[] = [['pins', 'publish_queue']];

/** All of them, in the parts that one projector at a time maintains as one duty. */
export const projectionShares: readonly (readonly Projection[])[] = [
  ...together,
  ...projections.map(({ name }) => [name]).filter(([name = '']) => !together.flat().includes(name)),
].map((names) => projections.filter(({ name }) => names.includes(name)));
