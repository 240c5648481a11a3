/** An error as Stripe answers it. */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal';

  constructor(
    readonly statusCode: number,
    readonly type: string,
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

export const invalidStripeRequest = (message: string): StripeRefusal => new StripeRefusal(400, 'invalid_request_error', message);

export const missing = (what: string): StripeRefusal =>
  new StripeRefusal(404, 'invalid_request_error', `No such ${what}`, 'resource_missing');
