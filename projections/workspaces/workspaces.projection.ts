import { factsOf, idOf } from '@pps/event-store';
import { defineProjection, noteProject, oneByOne } from '@pps/read-store';
import { epochFacts, projectStream } from '@pps/workspaces/events';
import { workspaceTable } from './workspaces.tables';

/** Which organization each project belongs to, for whoever asks for all that an organization has. */
export const workspacesProjection = defineProjection({
  name: 'workspaces',
  version: 1,
  handles: factsOf(projectStream, 'ProjectCreated', ...epochFacts),
  tables: [workspaceTable],
  project: oneByOne(async (fact, { tx, table }) => {
    const name = table('workspace');
    if (fact.type === 'ProjectCreated') {
      await noteProject(tx, fact.data);
      return workspaceTable.insertMissing(tx, name, [workspaceTable.row(fact)]);
    }
    const project = tx(name).where({ project_id: idOf(fact, projectStream) });
    if (fact.type === 'ProjectForgotten') return void (await project.delete());
    await project
      .andWhere('revision', '<', fact.revision)
      .update({ epoch: fact.data.epoch, event_id: fact.id, position: fact.position.toString(), revision: fact.revision });
  }),
});
