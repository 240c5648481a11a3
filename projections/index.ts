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
