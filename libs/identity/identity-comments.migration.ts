import { describeTables } from '@pps/read-store';

export const identityCommentsMigration = describeTables('identity', 'What log-in, API keys and passwords need besides their facts.', {
  login_failure: {
    meaning: 'Failed logins as releases up to 1.58 count them; newer ones count in the schema rate_limits.',
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
  session_use: {
    meaning: 'When a session was last used, at most a minute old; not derived from facts.',
    columns: { session_id: 'The session.', last_used_at: 'Its last use.' },
  },
  known_address: {
    meaning: 'Client networks from which people signed in lately.',
    columns: { person_and_network: 'Keyed hash of both.', signed_in_at: 'The last sign-in, at most an hour older than it was.' },
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
