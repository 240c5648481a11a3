import type { RecordedFact } from '@pps/event-store';
import { tableFrom } from '@pps/read-store';
import type { ProjectCreated } from '@pps/workspaces/events';

export const workspaceTable = tableFrom<RecordedFact<ProjectCreated>>()({
  name: 'workspace',
  meaning: 'Projects and the organizations that they belong to, one row each; without their names.',
  key: ['project_id'],
  indexes: ['(organization_id)'],
  columns: {
    project_id: ['uuid', 'Project (workspace_id in the API).', ({ data }) => data.projectId],
    organization_id: ['uuid not null', 'Organization the project belongs to.', ({ data }) => data.organizationId],
    environment: ['text not null', 'production or sandbox.', ({ data }) => data.environment],
    epoch: ['int not null', 'How often it was reset: rows of older epochs are no longer shown anywhere.', (): number => 0],
    created_at: ['timestamptz not null', 'When it was created.', ({ data }) => data.createdAt],
    event_id: ['uuid not null', 'Id of the newest fact in the row.', ({ id }) => id],
    position: ['bigint not null', 'Position of that fact in the whole log.', ({ position }) => position.toString()],
    revision: ['int not null', "Its number in the project's stream, from 0.", ({ revision }) => revision],
  },
});
