import { describeTables } from '@pps/read-store';

export const workspacesCommentsMigration = describeTables('workspaces', 'What workspaces need besides their facts.', {
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
