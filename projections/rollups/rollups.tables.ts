import { tableFrom, type Column } from '@pps/read-store';
import { measureMeanings, measures, type Measure } from './measures';

/** How much more of each measure there is in one hour or day of a project. */
export interface Rollup extends Readonly<Record<Measure, number>> {
  readonly projectId: string;
  readonly organizationId: string | null;
  readonly epoch: number;
  /** Begin of the hour or day, in UTC. */
  readonly begin: string;
  readonly eventId: string;
  readonly position: bigint;
}

const measureColumns = Object.fromEntries(
  measures.map((measure): [Measure, Column<Rollup>] => [
    measure,
    ['bigint not null', measureMeanings[measure], (rollup) => rollup[measure], { rewrite: 'add' }],
  ]),
) as Readonly<Record<Measure, Column<Rollup>>>;

const rollupTable = <Name extends string>(name: Name, unit: string, meaning: string) =>
  tableFrom<Rollup>()({
    name,
    meaning,
    key: ['project_id', 'epoch', 'begin_at'],
    indexes: ['(begin_at)', '(organization_id, begin_at)'],
    columns: {
      project_id: ['uuid', 'Project (workspace_id in the API).', ({ projectId }) => projectId],
      epoch: ['int', 'How often the project had been reset.', ({ epoch }) => epoch],
      begin_at: ['timestamptz', `Begin of the ${unit} in UTC, by the log's clock (recorded_at of the facts).`, ({ begin }) => begin],
      organization_id: ['uuid', 'Organization the project belongs to.', ({ organizationId }) => organizationId],
      ...measureColumns,
      event_id: ['uuid not null', 'Id of the newest fact that is counted here.', ({ eventId }) => eventId],
      position: ['bigint not null', 'Position of that fact in the whole log.', ({ position }) => position.toString()],
    },
  });

export const hourTable = rollupTable(
  'project_hours',
  'hour',
  'What happened in each hour of a project: sums over its facts, kept as they come; an hour without any has no row.',
);

export const dayTable = rollupTable(
  'project_days',
  'day',
  'What happened in each day (UTC) of a project: sums over its facts, kept as they come; a day without any has no row.',
);
