import { describeTables } from '@pps/read-store';

export const workspacesCommentsMigration = describeTables('workspaces', 'What workspaces need besides their facts.', {
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
