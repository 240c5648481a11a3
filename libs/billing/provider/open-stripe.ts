import Stripe from 'stripe';

/** The provider's SDK, calling this address: Stripe's, or its simulator's. */
export function openStripe({
  apiUrl,
  apiKey,
  timeoutMs,
}: {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
}): Stripe {
  return new Stripe(apiKey, { httpClient: fetchClient(apiUrl), timeout: timeoutMs, maxNetworkRetries: 2, telemetry: false });
}

/** Whether the provider refused because it does not have what was named. */
export const isMissing = (error: unknown): boolean => error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';

/**
 * The SDK knows a host, not a path before `/v1`, which the simulator has. It also states the length of the body, which `fetch` does itself: stated twice,
 * the undici package, which sends for `fetch` once it is loaded, refuses the request on Node 22.
 */
function fetchClient(apiUrl: string): ReturnType<typeof Stripe.createFetchHttpClient> {
  const root = apiUrl.replace(/\/+$/, '');
  return Stripe.createFetchHttpClient((address: string | URL | Request, options?: RequestInit) => {
    const { pathname, search } = new URL(String(address));
    const headers = new Headers(options?.headers);
    headers.delete('content-length');
    return fetch(`${root}${pathname}${search}`, { ...options, headers });
  });
}
