import { quoted } from '../describe-table';
import { describeTables } from './describe-tables';
import type { RepeatableMigration } from './migration';

const sharedSchemas = {
  projection: 'Tables of the read models, one for each version and build.',
  read: 'One view for each table of the read models: the version and build that serves.',
  service: 'For processes of a release up to 1.58: views of the tables that have their own schemas now.',
};

const described = describeTables('read_store', 'How far projections and processes have read the log, and the record of migrations.', {
  checkpoint: {
    meaning: 'How far each build of a projection and each process has read the log; written in the transaction of its rows.',
    columns: {
      kind: 'projection or process.',
      name: 'Name of the projection or process.',
      version: 'Version of its rules.',
      store_id: 'The event store whose positions these are; another one is refused.',
      position: 'Last position of the log that it has read; -1 before the first.',
      serving: 'Whether the views of readers show this build.',
      stopped_error: 'Why it stopped at a fact; null while it runs.',
      stopped_position: 'Position of that fact.',
      state: 'What a process stores between its batches.',
      updated_at: 'When it last moved.',
      build: 'Which build of the version; a rebuild makes another one.',
      on_reaching: 'What happens when a rebuild has caught up: switch, switch_even_if_different or keep.',
      finding: 'What the comparison of a rebuild with the serving build found.',
      stopped_fact: 'Id, type, stream and position of the fact it stopped at.',
      tables: 'Logical names of its tables.',
      level_at: 'Every fact stored before this moment has been read.',
      refused: 'Why the checkpoint is refused for good; null while it is not.',
    },
  },
  skipped_fact: {
    meaning: 'Facts that an operator let a projection skip.',
    columns: {
      projection: 'Name of the projection.',
      version: 'Version of its rules.',
      position: 'Position of the fact in the log.',
      fact_id: 'Id of the fact.',
      fact_type: 'What happened.',
      stream: 'Its stream.',
      error: 'Why the projection stopped at it.',
      reason: 'Why it was skipped, in the words of the operator.',
      skipped_by: 'Who skipped it.',
      skipped_at: 'When.',
    },
  },
  snapshot: {
    meaning: 'States of long streams, so that a cold load does not read all of it; may be emptied at any time.',
    columns: {
      stream: 'The stream.',
      version: "Version of the state's shape and rules.",
      revision: 'Revision of the last fact in the state.',
      fact_id: 'Id of that fact: a snapshot of another log is not used.',
      state: 'The state.',
      kept_at: 'When it was written.',
    },
  },
  installation: {
    meaning: 'Values of this installation that every process must agree on, such as fingerprints of its keys.',
    columns: { name: 'Name of the value.', value: 'The value; never a secret itself.' },
  },
  project_organization: {
    meaning: 'Which organization each project belongs to, for the views of analysts.',
    columns: { project_id: 'The project.', organization_id: 'Its organization.' },
  },
  analyst_workspace: {
    meaning: 'Workspaces that logins of the group workspace_analyst see; they see no others.',
    columns: {
      login: 'Name of the login.',
      workspace_id: 'A project, or an organization with all of its projects.',
      granted_at: 'Since when.',
    },
  },
  migration: {
    meaning: 'Versioned migrations that were applied.',
    columns: { name: 'Name of the migration.', applied_at: 'When it was applied.' },
  },
  repeatable_migration: {
    meaning: 'Texts of repeatable migrations that were applied; none is applied twice.',
    columns: { name: 'Name of the migration.', hash: 'SHA-256 of its text, hex.', applied_at: 'When it was applied.' },
  },
});

export const readStoreCommentsMigration: RepeatableMigration = {
  ...described,
  sql: [described.sql, ...Object.entries(sharedSchemas).map(([schema, text]) => `comment on schema ${schema} is ${quoted(text)};`)].join(
    '\n',
  ),
};
