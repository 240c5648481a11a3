import Stripe from 'stripe';

/**
 * The SDK knows a host, not a path before `/v1`, which the simulator has. It also states the length of the body, which `fetch` does itself: stated twice,
 * the undici package, which sends for `fetch` once it is loaded, refuses the request on Node 22.
 */
export function stripeFetchClient(apiUrl: string): ReturnType<typeof Stripe.createFetchHttpClient> {
  const root = apiUrl.replace(/\/+$/, '');
  return Stripe.createFetchHttpClient((address: string | URL | Request, options?: RequestInit) => {
    const { pathname, search } = new URL(String(address));
    const headers = new Headers(options?.headers);
    headers.delete('content-length');
    return fetch(`${root}${pathname}${search}`, { ...options, headers });
  });
}
