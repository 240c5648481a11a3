import { describeTables } from '@pps/read-store';

export const connectionsCommentsMigration = describeTables('connections', 'What is cached of the platform.', {
  board_verdict: {
    meaning: 'Boards that platform accounts have seen, and what the platform last said about publishing on them.',
    columns: {
      project_id: 'Project of the account.',
      account_id: 'The platform account.',
      board_id: "The platform's id of the board.",
      verdict: 'The newest finding; null for a board that was only listed.',
      seen_before: 'Whether the board existed once: if it is gone now, it was deleted.',
      consented_at: 'The consent under which the finding was made; it does not hold under another.',
      checked_at: 'When the platform was asked; null if it never was.',
    },
  },
});
