import type { ErrorCode } from './error-catalogue';

export interface ErrorCause {
  /** When this code is answered: one or two sentences. */
  readonly when: string;
  /** The page of the manual that says more, as it lies in `docs`. */
  readonly page: string;
}

const connection = 'platform.md';
const board = 'platform.md';

/** What each code means, for people who meet it for the first time. */
export const errorCauses: Readonly<Record<ErrorCode, ErrorCause>> = {
  bad_request: {
    when: 'The request could not be read (a body that is not valid JSON, a malformed URL), or it asks for something that this resource cannot do in its state.',
    page: 'api.md',
  },
  invalid_state: {
    when: 'A browser came back from the platform or from Google, and no connection or sign-in in progress fits: it began more than ten minutes ago, was finished before, or was begun in another browser.',
    page: 'web-pages.md',
  },
  access_denied: {
    when: 'On the consent page of the platform or of Google, somebody declined. Of a sign-in also: Google did not confirm the person, or has not verified the e-mail address. Of `/mcp`: a page of another site asked, or the request came under a host name that is not this service.',
    page: connection,
  },
  invalid_token: {
    when: 'A link from a mail, or a ticket of a sign-in, is unknown, expired or was used already. Each is good for one use.',
    page: 'web-pages.md',
  },
  missing_credentials: {
    when: 'The route needs a credential and the request has none, or one in a form that is not known.',
    page: 'scopes.md',
  },
  invalid_api_key: {
    when: 'The key in `X-API-Key`, or the bearer value that begins like a key, does not exist or was revoked. `X-API-Key` is looked at first and wins.',
    page: 'scopes.md',
  },
  invalid_access_token: {
    when: 'The access token has expired, its session was ended, or it is not one of this service.',
    page: 'scopes.md',
  },
  invalid_credentials: {
    when: 'E-mail and password do not belong together, or no account has this e-mail: both are the same answer. After the password: the code, or the recovery code, is wrong or was used before.',
    page: 'second-factor.md',
  },
  second_factor_required: {
    when: 'The password was right and the account has a second factor. `ticket` completes this sign-in together with a code.',
    page: 'second-factor.md',
  },
  billing_inactive: {
    when: 'The subscription of the workspace is past due, unpaid or has not begun, so nothing new is accepted.',
    page: 'billing.md',
  },
  quota_exceeded: { when: 'Every pin that is accepted takes one unit of the month, and none is left.', page: 'plans.md' },
  plan_limit: {
    when: '`limit` says which limit of the plan or project is reached: accounts, storage, webhooks or API keys.',
    page: 'plans.md',
  },
  feature_unavailable: { when: 'Uploads and imports are part of some plans only.', page: 'plans.md' },
  insufficient_scope: {
    when: 'The key is good, but does not hold the scope that the route asks for; `required_scope` names it.',
    page: 'scopes.md',
  },
  account_not_permitted: {
    when: 'The key is limited to some platform accounts, and the request concerns another one, or all of them.',
    page: 'scopes.md',
  },
  session_required: {
    when: 'The route is for people who have signed in. An API key is not enough, whatever its scopes. Of routes that keys may use too: a key of the sandbox does not reach the person, the organization or the production project.',
    page: 'scopes.md',
  },
  proposal_required: {
    when: 'The token is that of a program whose person wants to agree to what it publishes; `publishing_mode` says how. The person changes that at `/app/grant`.',
    page: 'connector.md',
  },
  recent_login_required: {
    when: 'The route could take the account over or cost money (checkout and customer portal), so it asks for a sign-in that is not long ago.',
    page: 'second-factor.md',
  },
  sandbox_not_supported: {
    when: 'A sandbox has no purchases and publishes nothing; what concerns money or the person belongs to the production project.',
    page: 'sandbox.md',
  },
  sandbox_board_limit: { when: 'A sandbox holds a few simulated boards, and all are made.', page: 'sandbox.md' },
  not_found: {
    when: 'There is no such route, or nothing with this id in the project you call with. What belongs to somebody else is the same answer.',
    page: 'api.md',
  },
  method_not_allowed: { when: 'The path is right and the method is not.', page: 'api.md' },
  account_exists: { when: 'Somebody has registered with this e-mail address.', page: 'api.md' },
  conflict: {
    when: 'Something changed meanwhile, or the same request is in progress, so what you ask for does not fit any more.',
    page: 'api.md',
  },
  idempotency_key_reused: { when: 'A key stands for one request. This one differs from the request that used it first.', page: 'api.md' },
  scope_missing: { when: 'Whoever connected the account did not grant everything that publishing needs.', page: connection },
  token_expired: { when: 'The platform no longer accepts the account’s token, and it cannot be refreshed.', page: connection },
  token_revoked: { when: 'The platform’s user took back the access that was granted.', page: connection },
  account_revoked: { when: 'The account was disconnected here. What was published stays, nothing new is.', page: connection },
  account_mismatch: {
    when: 'To reconnect an account, the same user of the platform has to grant access; another one did.',
    page: connection,
  },
  pin_already_published: { when: 'The pin is on the platform, and what you ask for is only possible before that.', page: 'api.md' },
  pin_publishing: { when: 'An attempt is in progress. Its outcome is known within minutes.', page: 'api.md' },
  pin_not_published: { when: 'What you ask for needs the pin on the platform, where it is not yet.', page: 'api.md' },
  pin_not_failed: { when: 'The pin is waiting or published: there is nothing to retry.', page: 'api.md' },
  schedule_not_editable: { when: 'The schedule has fired, failed or was canceled.', page: 'schedules.md' },
  proposal_closed: {
    when: 'It has expired, seven days after it was made, or the key or grant that made it has ended, or may not write any more, or not for every account of it.',
    page: 'connector.md',
  },
  proposals_full: {
    when: 'More than 1,000 items that one key or session proposed, or 5,000 of the project, wait for a person.',
    page: 'connector.md',
  },
  payload_too_large: {
    when: 'The body has more bytes than the route takes, in most cases 1 MiB, or the items of a proposal hold more than 400 kB.',
    page: 'api.md',
  },
  unsupported_media_type: { when: 'The body is of a type that the route does not take, or it is compressed.', page: 'api.md' },
  validation_error: {
    when: 'One or more fields break a rule. `errors` names each with its place, its rule and what was given; all faults are in one answer.',
    page: 'api.md',
  },
  board_not_found: { when: 'The platform knows no such board, or does not show it to the connected account.', page: board },
  board_not_owned: { when: 'The board belongs to another user of the platform, and the account may not publish on it.', page: board },
  board_deleted: { when: 'The board was there and has been deleted at the platform.', page: board },
  board_access_denied: { when: 'The platform refused the account access to this board.', page: board },
  sandbox_board_not_allowed: {
    when: 'In a sandbox only the simulated boards of its account can be published on, so that nothing goes out by mistake.',
    page: 'sandbox.md',
  },
  invalid_image: { when: 'The file is no picture of a supported type, is damaged, or has too many pixels or bytes.', page: 'assets.md' },
  invalid_video: { when: 'The file is no video of a supported type, or is damaged.', page: 'assets.md' },
  asset_not_found: { when: 'No uploaded file of the project has this id; it may have been deleted.', page: 'assets.md' },
  rate_limited: { when: 'There were too many requests or attempts of this kind in a short time.', page: 'answers.md' },
  platform_rate_limited: {
    when: 'The platform limits how much an account may do in a given time. Pins wait for this by themselves; calls that you make at once do not.',
    page: connection,
  },
  internal_error: { when: 'A fault of ours. Nothing of the inside shows; `request_id` leads us to it.', page: 'operations.md' },
  platform_unavailable: { when: 'The platform does not answer, or answers with faults.', page: 'platform-faults.md' },
  service_unavailable: {
    when: 'Something that the service depends on is not available, or there is too much to do. What was accepted is not lost.',
    page: 'operations.md',
  },
};
