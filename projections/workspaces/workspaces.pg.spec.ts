import { newId } from '@pps/kernel';
import { fedProjection, recorded } from '@pps/read-store/testing';
import { workspacesProjection } from './workspaces.projection';

it('says which organization a project belongs to and how often it was reset, the same when everything is given twice', async () => {
  const fed = await fedProjection(workspacesProjection);
  const [projectId, organizationId] = [newId(), newId()];
  const facts = recorded(`project-${projectId}`, [
    {
      type: 'ProjectCreated',
      data: { projectId, organizationId, environment: 'sandbox', name: 'Mine', timezone: 'UTC', createdAt: '2026-11-20T10:00:00.000Z' },
    },
    { type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-11-20T11:00:00.000Z' } },
    { type: 'SandboxReset', data: { epoch: 2, resetAt: '2026-11-20T12:00:00.000Z' } },
  ]);
  for (const batch of [facts.slice(0, 2), facts, facts]) await fed.feed(batch);
  expect(await fed.db('analytics.workspace')).toMatchObject([
    { project_id: projectId, organization_id: organizationId, environment: 'sandbox', epoch: 2, event_id: facts[2]?.id, position: '2' },
  ]);
  const forgotten = recorded(
    `project-${projectId}`,
    [{ type: 'ProjectForgotten', data: { epoch: 3, forgottenAt: '2026-11-20T13:00:00.000Z' } }],
    3n,
  );
  await fed.feed(forgotten);
  expect(await fed.db('analytics.workspace')).toEqual([]);
  await fed.stop();
});
