import type { Migration } from '@pps/read-store';
import { workspacesCommentsMigration } from './workspaces-comments.migration';

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
