import { describeTables } from '@pps/read-store';

export const identityCommentsMigration = describeTables('identity', 'What log-in, API keys and passwords need besides their facts.', {
  login_failure: {
    meaning: 'Failed logins in the present window, by keyed hash of an e-mail address or a client network.',
    columns: {
      subject: 'Keyed hash of the address or network.',
      window_started_at: 'When its window began.',
      failures: 'Failed logins since then.',
    },
  },
  api_key_use: {
    meaning: 'When an API key was last used, at most a minute old; not derived from facts.',
    columns: { key_id: 'The API key.', last_used_at: 'Its last use.' },
  },
  password_recovery: {
    meaning: 'Addresses (keyed hashes), known or not, for which a new password was asked within the last minute.',
    columns: {
      email_hash: 'Keyed hash of the address.',
      asked_at: 'When it was asked.',
      is_handled: 'Whether the mail was requested, if there is such a user.',
    },
  },
});
