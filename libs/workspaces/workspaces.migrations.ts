import { describeTables, type Migration } from '@pps/read-store';

const workspacesCommentsMigration = describeTables('workspaces', 'What workspaces need besides their facts.', {
  account_export: {
    meaning: 'Archives of accounts that are to be made, or that end at their time; the log says what each is.',
    columns: {
      export_id: 'The export.',
      organization_id: 'Whose; stream account_export-<organization_id> in the log.',
      file_id: 'Names the archive in the storage; null = there is none.',
      tries: 'How often its making was begun.',
      last_error: 'Why it could not be made; null = it could, or was not tried.',
      next_try_at: 'When it is looked at again.',
    },
  },
  forgetting: {
    meaning: 'Organizations that the log says are forgotten or to be deleted at a time, and how far the erasing of each has come.',
    columns: {
      organization_id: 'The organization; stream organization-<organization_id> in the log.',
      owner_user_id: 'The person who owned it.',
      forgotten_at: 'When it was asked for, or is due.',
      step: 'What is waited for or being erased: due, access, payments, resources, read_models or keys, in this order.',
      next_leaves: 'By tree of the history: the next leaf whose stream is to be erased.',
      failures: 'How often in a row it could not go on.',
      last_error: 'Why it could not go on; null = it does.',
      next_try_at: 'When it goes on.',
      completed_at: 'When all was erased; null = something is left.',
    },
  },
});

export const workspacesMigrations: readonly Migration[] = [
  {
    name: 'workspaces/001-forgetting',
    up: async (tx) => {
      await tx.raw(`
        create schema if not exists workspaces;
        create table workspaces.forgetting (
          organization_id uuid primary key,
          owner_user_id uuid not null,
          forgotten_at timestamptz not null,
          step text not null default 'access',
          next_leaves jsonb not null default '{}',
          failures int not null default 0,
          last_error text,
          next_try_at timestamptz not null default clock_timestamp(),
          completed_at timestamptz);
        create index on workspaces.forgetting (next_try_at) where completed_at is null;
        create index on workspaces.forgetting (owner_user_id);`);
    },
  },
  {
    name: 'workspaces/002-account-exports',
    up: async (tx) => {
      await tx.raw(`
        create table workspaces.account_export (
          export_id uuid primary key,
          organization_id uuid not null,
          file_id uuid,
          tries int not null default 0,
          last_error text,
          next_try_at timestamptz not null default clock_timestamp());
        create index on workspaces.account_export (next_try_at);
        create index on workspaces.account_export (file_id) where file_id is not null;`);
    },
  },
  workspacesCommentsMigration,
];
