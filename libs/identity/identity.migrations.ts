import { describeTables, moveTables, type Migration } from '@pps/read-store';

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
  device_request: {
    meaning: 'Terminals that wait for somebody to approve their sign-in; gone some minutes after it is over.',
    columns: {
      request_id: 'The request; its approval is a fact of the stream of this id.',
      user_code_hash: 'Keyed hash of the code that the person compares.',
      device_code_hash: 'Keyed hash of the code that the terminal keeps.',
      client_id: 'The program that asked.',
      machine: 'What the terminal calls its machine.',
      address: 'The client address that it asked from, which the person is shown.',
      network: 'Keyed hash of the client network.',
      site: 'Keyed hash of the network that one holder may have at most (IPv6: /48); null = as the client network.',
      created_at: 'When it asked.',
      expires_at: 'Until when it waits.',
      poll_every_seconds: 'The least seconds between two polls.',
      polled_at: 'The last poll.',
      denied_at: 'When somebody said no; null = nobody did.',
      approved_at: 'When somebody agreed; null = nobody did, or it is known from the fact only.',
    },
  },
  registered_client: {
    meaning: 'Programs that described themselves; gone after half a year where none got a grant.',
    columns: {
      client_id: 'Derived from the description: the same for the same.',
      client_name: 'What the program calls itself.',
      redirect_uris: 'Where codes may be sent.',
      site: 'Keyed hash of the network that it last registered from.',
      registered_at: 'When it last registered.',
      authorized_at: 'When it last got a grant; null = it never did.',
    },
  },
  grant_token: {
    meaning: 'Where the tokens of programs stand; the tokens themselves are kept nowhere.',
    columns: {
      key_id: 'The grant, which is an API key.',
      generation: 'Of the newest pair.',
      refreshed_at: 'The last refresh; null = nothing is known of it.',
      refresh_ends_at: 'Until when the newest refresh token is good.',
      access_ends_at: 'Until when the newest access token is good.',
      is_used: 'Whether either of the newest pair was seen.',
    },
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

export const identityMigrations: readonly Migration[] = [
  {
    name: 'identity/001-login-failures-key-use-mail-outbox',
    up: async (tx) => {
      await tx.raw(`
        create table service.login_failure (
          subject bytea primary key,
          window_started_at timestamptz not null,
          failures int not null);
        create index on service.login_failure (window_started_at);
        comment on table service.login_failure is 'Failed logins in the present window, by keyed hash of an e-mail address or a client network.';
        create table service.api_key_use (
          key_id uuid primary key,
          last_used_at timestamptz not null);
        comment on table service.api_key_use is 'When an API key was last used, at most a minute old; not derived from facts.';
        create table service.mail_outbox (
          request_id uuid primary key,
          user_id uuid not null,
          expires_at timestamptz not null,
          offers int not null default 0,
          next_offer_at timestamptz not null default clock_timestamp());
        create index on service.mail_outbox (next_offer_at);
        comment on table service.mail_outbox is 'Mails that the facts ask for and that are not recorded as sent.';`);
    },
  },
  {
    name: 'identity/002-password-recovery',
    up: async (tx) => {
      await tx.raw(`
        create table service.password_recovery (
          email_hash text primary key,
          asked_at timestamptz not null,
          is_handled boolean not null default false);
        create index on service.password_recovery (asked_at) where not is_handled;
        comment on table service.password_recovery is 'Addresses (keyed hashes), known or not, for which a new password was asked within the last minute.';`);
    },
  },
  moveTables('identity/003-own-schema', 'identity', [
    { from: 'login_failure', to: 'login_failure' },
    { from: 'api_key_use', to: 'api_key_use' },
    { from: 'password_recovery', to: 'password_recovery' },
  ]),
  {
    name: 'identity/004-known-addresses',
    up: async (tx) => {
      await tx.raw(`
        create table identity.known_address (
          person_and_network bytea primary key,
          signed_in_at timestamptz not null);
        create index on identity.known_address (signed_in_at);`);
    },
  },
  {
    name: 'identity/005-session-uses',
    up: async (tx) => {
      await tx.raw(`
        create table identity.session_use (
          session_id uuid primary key,
          last_used_at timestamptz not null);
        create index on identity.session_use (last_used_at);`);
    },
  },
  {
    name: 'identity/006-device-requests',
    up: async (tx) => {
      await tx.raw(`
        create table identity.device_request (
          request_id uuid primary key,
          user_code_hash text not null unique,
          device_code_hash text not null unique,
          client_id text not null,
          machine text not null,
          address text not null,
          network text not null,
          created_at timestamptz not null,
          expires_at timestamptz not null,
          poll_every_seconds int not null,
          polled_at timestamptz,
          denied_at timestamptz);
        create index on identity.device_request (expires_at, network);
        create index on identity.device_request (created_at);`);
    },
  },
  {
    name: 'identity/007-device-sites',
    up: async (tx) => {
      await tx.raw('alter table identity.device_request add column site text, add column approved_at timestamptz');
    },
  },
  {
    name: 'identity/008-programs',
    up: async (tx) => {
      await tx.raw(`
        create table identity.registered_client (
          client_id text primary key,
          client_name text not null,
          redirect_uris text[] not null,
          site text not null,
          registered_at timestamptz not null,
          authorized_at timestamptz);
        create index on identity.registered_client (registered_at) where authorized_at is null;
        create index on identity.registered_client (authorized_at);
        create table identity.grant_token (
          key_id uuid primary key,
          generation int not null,
          refreshed_at timestamptz,
          refresh_ends_at timestamptz not null,
          access_ends_at timestamptz not null,
          is_used boolean not null);
        create index on identity.grant_token (refresh_ends_at);`);
    },
  },
  identityCommentsMigration,
];
