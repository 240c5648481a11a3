import { secondsSince, type Database } from '@pps/read-store';
import { nextActionSql } from '../publish-queue/action-columns';

/** How late publishing is, in seconds; 0 where nothing waits for it. */
export interface PublishingDelays {
  /** Since the oldest grant was given that no worker has claimed. */
  readonly unclaimedGrant: number;
  /** Since anything was granted or claimed while the pacer has accounts to visit, at most 3,600. */
  readonly pacingIdle: number;
  /** Since the oldest open attempt or upload should have reported. */
  readonly deadline: number;
  /** Since the oldest pin in doubt, or video that is processed, was to be looked at on the platform. */
  readonly platformRead: number;
  /** Since the oldest unit of quota was reserved whose pin has not come. */
  readonly unsettledQuota: number;
}

interface Row {
  unclaimed: number;
  idle: number;
  deadline: number;
  platform_read: number;
  unsettled: number;
}

// At most 64 grants are unclaimed; everything else is the first row of an index.
const delaysSql = `select
  ${secondsSince('select min(granted_at) from pins.publish_grant where claimed_at is null')} as unclaimed,
  case when exists (select 1 from pins.round_robin_account where state = 'awake')
    or exists (select 1 from pins.round_robin_account where wakes_at <= statement_timestamp())
    or exists (select 1 from pins.round_robin_cursor seen cross join lateral (
      select 1 from read.publish_waiting
      where ready_pins > 0 and (changed_position, account_id) > (seen.position, seen.account_id) limit 1) changed)
  then ${secondsSince(`greatest(statement_timestamp() - interval '1 hour',
    (select max(claimed_at) from pins.publish_grant where claimed_at is not null),
    (select max(offered_at) from pins.publish_grant where claimed_at is null))`)} else 0 end as idle,
  ${secondsSince(`select min(deadline) from read.publish_queue where ${nextActionSql(['expire_attempt', 'expire_upload'])}`)} as deadline,
  ${secondsSince(`select min(next_look_at) from read.publish_queue where ${nextActionSql(['read_board', 'read_video_status'])}`)} as platform_read,
  ${secondsSince('select min(consumed_at) from pins.unsettled_quota')} as unsettled`;

/** How late publishing is, read by index, however many pins wait. */
export async function readPublishingDelays(db: Database): Promise<PublishingDelays> {
  const { rows } = await db.raw<{ rows: Row[] }>(delaysSql);
  const { unclaimed = 0, idle = 0, deadline = 0, platform_read = 0, unsettled = 0 } = rows[0] ?? {};
  return { unclaimedGrant: unclaimed, pacingIdle: idle, deadline, platformRead: platform_read, unsettledQuota: unsettled };
}
