/** An error as RFC 6749 has it. */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal';

  constructor(
    readonly error: string,
    description: string,
    readonly statusCode: number,
  ) {
    super(description);
  }
}

export const invalidRequest = (description: string): OAuthRefusal => new OAuthRefusal('invalid_request', description, 400);
export const invalidGrant = (description: string): OAuthRefusal => new OAuthRefusal('invalid_grant', description, 400);
export const invalidClient = (): OAuthRefusal => new OAuthRefusal('invalid_client', 'Client id and secret are required', 401);
