import { describeTable } from '../describe-table';
import type { RepeatableMigration } from './migration';

const view = 'analytics.projection_status';

/** What analysts see of how far each read model has come, as it is now. */
export const projectionStatusMigration: RepeatableMigration = {
  name: 'read-store/projection-status',
  sql: `
create or replace view ${view} as
  select name as projection, version, build,
    case when stopped_error is not null then 'stopped' when serving then 'serving' else 'building' end as state,
    position,
    (select max(other.position) from read_store.checkpoint other where other.kind = 'projection') - position as behind,
    extract(epoch from clock_timestamp() - level_at)::double precision as lag_seconds,
    level_at,
    updated_at
  from read_store.checkpoint where kind = 'projection';
${describeTable(view, {
  kind: 'view',
  meaning: 'How far each read model has come; ask it before you trust a number.',
  columns: {
    projection: 'Name of the read model.',
    version: 'Version of its rules.',
    build: 'Which build of that version; more than one exists while it is rebuilt.',
    state: 'serving, building (beside the one that serves) or stopped (by a fact it cannot take).',
    position: 'Last position of the log that it has taken in.',
    behind: 'Distance in the log to the read model that has come furthest; 0 = level. Not a number of events.',
    lag_seconds: 'Seconds for which facts may be missing from it at most; below 3 while all is well.',
    level_at: 'Every fact stored before this moment has been taken in (UTC).',
    updated_at: 'When it last took something in (UTC).',
  },
})}
`,
};
