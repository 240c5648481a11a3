/** What `fetch` is given; a function of your own can add a proxy, a log or a stand-in. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A credential, or what gives the present one before each try. */
export type Credential = string | (() => string | Promise<string>);

export interface ClientOptions {
  /** Where the service is: `https://pins.example.com`; the environment's `PPS_BASE_URL` where nothing is said, else where `npm start` runs it. */
  readonly baseUrl?: string | undefined;
  /** An API key, sent as `X-API-Key`; it wins where an access token is given too. The environment's `PPS_API_KEY` where neither is given, unless its `PPS_BASE_URL` is another service. */
  readonly apiKey?: Credential | undefined;
  /** An access token of somebody who has signed in, sent as `Authorization: Bearer`. */
  readonly accessToken?: Credential | undefined;
  /**
   * How long one try may take, its answer read, in milliseconds; 60 seconds where nothing is said, 2147483647 at most. Of a file it begins anew with each
   * piece that is sent or read, for at most four hours in all; where nobody can tell how much has left (browsers), a second is added for each 16 kB.
   */
  readonly timeoutMs?: number | undefined;
  /** How often a call is tried again; 4 where nothing is said. */
  readonly maxRetries?: number | undefined;
  /** The longest `Retry-After` that is waited for, in milliseconds; one minute where nothing is said. What asks for more fails at once. */
  readonly longestWaitMs?: number | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: Fetch | undefined;
}

/** What one call may have otherwise than its client. */
export interface CallOptions extends Omit<ClientOptions, 'baseUrl' | 'fetch'> {
  readonly signal?: AbortSignal | undefined;
  /** The name of this request: the same call with the same key does nothing twice, also from another process or day. */
  readonly idempotencyKey?: string | undefined;
}

/** What is known of a call: what its client has, and what the call has otherwise. */
export interface Settings extends Omit<CallOptions, 'timeoutMs' | 'maxRetries' | 'longestWaitMs'> {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly longestWaitMs: number;
  readonly fetch: Fetch;
}

const longestMs = 2 ** 31 - 1;

/** Throws for times and counts that are none: a timer would take them for no time at all, a loop for no end. */
export function checkNumbers<Given extends CallOptions>(options: Given): Given {
  for (const [name, least] of [
    ['timeoutMs', 1],
    ['maxRetries', 0],
    ['longestWaitMs', 0],
  ] as const) {
    const value = options[name] ?? 1;
    if (!(value >= least && value <= longestMs)) throw new TypeError(`${name} must be ${least} to ${longestMs}`);
  }
  return options;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of a client; throws for an address that none can be reached at. Nothing that is thrown shows a credential. */
export function settingsOf(options: ClientOptions): Settings {
  // A browser has none.
  const { PPS_BASE_URL, PPS_API_KEY } = (globalThis as { readonly process?: { readonly env: Environment } }).process?.env ?? {};
  const baseUrl = options.baseUrl ?? (PPS_BASE_URL || 'http://127.0.0.1:3000');
  const url = URL.canParse(baseUrl) && new URL(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must be a plain http(s) address');
  }
  return {
    ...{ timeoutMs: 60_000, maxRetries: 4, longestWaitMs: 60_000, fetch: (url: string, init: RequestInit) => fetch(url, init) },
    ...(checkNumbers(given(options)) as Partial<Settings>),
    // The key of one service is not shown to another.
    ...(PPS_API_KEY &&
      !isAsSomebody(options) &&
      (!PPS_BASE_URL || withoutSlash(PPS_BASE_URL) === withoutSlash(baseUrl)) && { apiKey: PPS_API_KEY }),
    baseUrl: withoutSlash(baseUrl),
  };
}

/** The settings of a call: a credential of its own replaces both of the client's. */
export const settingsOfCall = (client: Settings, options: CallOptions): Settings =>
  ({
    ...client,
    ...(isAsSomebody(options) && { apiKey: undefined, accessToken: undefined }),
    ...checkNumbers(given(options)),
  }) as Settings;

const isAsSomebody = ({ apiKey, accessToken }: CallOptions): boolean => (apiKey ?? accessToken) !== undefined;

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** The options that are there: one that is undefined takes nothing away. */
export const given = <Options extends object>(options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;

/** The header that says who asks; none where no credential is known. */
export async function credentialHeader({ apiKey, accessToken }: Settings): Promise<Record<string, string>> {
  const credential = apiKey ?? accessToken;
  if (credential === undefined) return {};
  const text = typeof credential === 'string' ? credential : await credential();
  // What refuses a header shows its value.
  if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text)) throw new TypeError('the credential has characters that no header carries');
  return apiKey === undefined ? { authorization: `Bearer ${text}` } : { 'x-api-key': text };
}
