import { describeTables } from '@pps/read-store';

export const pinsCommentsMigration = describeTables('pins', 'What decides when a pin may start, besides the facts.', {
  publish_grant: {
    meaning: 'Permissions to start one attempt; claimed in the statement that spends its tokens.',
    columns: {
      pin_id: 'The pin.',
      attempt: 'Number of the attempt.',
      project_id: 'Project of the pin.',
      account_id: 'Account it is published with.',
      board_id: 'Board it goes to; one call at a time.',
      cost: 'Tokens of the account and of the global bucket that the attempt spends.',
      epoch: 'Fencing token of the pacer that granted it.',
      granted_at: 'When it was granted.',
      offered_at: 'When it was last offered to the workers.',
      claimed_at: 'When a worker spent its tokens; null before.',
      simulated: 'Whether a sandbox publishes: its tokens come from a global bucket of their own.',
      is_seen: 'Whether the queue shows what became of it; from then on it holds no board.',
    },
  },
  pacing_bucket: {
    meaning: 'Token buckets: what was left at updated_at; a bucket without a row is full.',
    columns: {
      name: 'Name of the bucket: an account, or everybody.',
      tokens: 'Tokens that were left at updated_at.',
      updated_at: 'By the pacing time.',
      parked_until: 'Nothing is spent before this moment, because the platform said so.',
      blocked_times: 'How often in a row the platform blocked the account; 0 where it does not.',
      probe_until: 'Equal to parked_until while one call finds out whether the account is still blocked.',
      limit_capacity: 'Calls the platform allows in one of its windows, where that is less than the bucket holds.',
      limit_refill: 'Calls the platform allows per second, where that is less than the bucket is refilled by.',
    },
  },
  pacing_clock: {
    meaning: 'One row: the time by which buckets count is the wall clock less this.',
    columns: {
      only_row: 'Always true: there is one row.',
      ahead: 'How far the wall clock was set ahead of time as it passes; negative when it was set back.',
    },
  },
  pacing_witness: {
    meaning: 'The pacing time beside the seconds since a machine was started, which nobody can set: shows that the wall clock was.',
    columns: {
      boot: 'Names one start of one machine.',
      pacing_time: 'The pacing time that a process of the machine was answered.',
      uptime: 'Seconds since that start when it asked.',
    },
  },
  unsettled_quota: {
    meaning: 'Quota entries whose pin has not been seen queued yet; swept after a minute.',
    columns: {
      entry_id: 'The entry.',
      pin_id: 'The pin it was reserved for.',
      month: 'Calendar month in UTC, yyyy-mm.',
      organization_id: 'Organization of the project; null in entries of early releases.',
      project_id: 'Project whose quota it is.',
      epoch: 'Epoch of the project.',
      consumed_at: 'When it was reserved.',
    },
  },
  round_robin_project: {
    meaning: 'Projects in the round robin: the one that was served longest ago comes next.',
    columns: {
      project_id: 'The project.',
      simulated: 'Whether it is a sandbox: sandboxes have a round robin of their own.',
      served: 'Number of the last grant to it; 0 for a newcomer.',
      entered: 'Newcomers come in this order.',
      state: 'awake while an account of it may be awake, awaiting_upload while one may wait for an upload, asleep, or idle.',
    },
  },
  round_robin_account: {
    meaning: 'Accounts in the round robin of their project. One that can have no grant sleeps until something changes or its time comes.',
    columns: {
      account_id: 'The account.',
      project_id: 'Its project.',
      simulated: 'Whether the project is a sandbox.',
      served: 'Number of the last grant to it; 0 for a newcomer.',
      entered: 'Newcomers come in this order.',
      state: 'awake, awaiting_upload (asleep until a video may be uploaded), asleep, or idle when nothing of it waits.',
      wakes_at: 'When its sleep ends, on the wall clock.',
      refills_at: 'When its sleep ends, by the pacing time.',
      wake_count: 'How often somebody else than the pacer woke it: a sleep that was decided before does not hold.',
    },
  },
  round_robin_cursor: {
    meaning: 'One row: up to which change of publish_waiting the round robin has come.',
    columns: {
      only_row: 'Always true: there is one row.',
      position: 'Position of the fact.',
      account_id: 'The account, where several have that position.',
    },
  },
});
