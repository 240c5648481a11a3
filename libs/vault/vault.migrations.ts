import { moveTables, type Migration } from '@pps/read-store';
import { forgottenSubjectsMigration } from './forgotten-subjects.migration';
import { noteForgottenMigration } from './note-forgotten.migration';
import { vaultCommentsMigration } from './vault-comments.migration';

export const vaultMigrations: readonly Migration[] = [
  forgottenSubjectsMigration,
  moveTables('vault/001-own-schema', 'vault', [
    { from: 'vault_key', to: 'subject_key' },
    { from: 'vault_entry', to: 'entry' },
    { from: 'vault_forgotten', to: 'forgotten_subject' },
  ]),
  noteForgottenMigration,
  vaultCommentsMigration,
];
