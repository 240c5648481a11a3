/** The errors of the token endpoint and what lies beside it, by RFC 6749, 7009, 7591, 8628 and 8707. */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'temporarily_unavailable';

/** A refusal in the form that programs of OAuth read: `error` is a code, not an object as elsewhere. */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal';

  constructor(
    readonly error: OAuthError,
    readonly description: string,
  ) {
    super(`${error}: ${description}`);
  }
}
