import type { CallOptions } from '@pps/platform';
import { send } from '../../apps/simulators/testing';
import type { Simulator, Subject } from './subject';

/** One way in which the simulator is nasty. */
export interface Switch {
  readonly name: string;
  /** Settings of the simulator while the user is made and called for. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly arrange?: (simulator: Simulator, subject: Subject) => Promise<unknown>;
  readonly options?: () => CallOptions;
  /** Calls change nothing: whoever they are made for may be called for again. */
  readonly changesNothing?: true;
  /** The adapter gets an address where nobody listens. */
  readonly nobodyListens?: true;
}

const answer = (name: string, fault: Readonly<Record<string, unknown>>): Switch => ({
  name,
  arrange: (simulator) => simulator.control('POST', 'faults', { operation: '*', ...fault }),
});

const refusal = (name: string, fault: Readonly<Record<string, unknown>>): Switch => ({ ...answer(name, fault), changesNothing: true });

const status = (statusCode: number, code: number, message?: string): Switch =>
  refusal(message === undefined ? `${statusCode}/${code}` : `${statusCode}/${code} ${message}`, { status: statusCode, code, message });

const board = (name: string, change: Readonly<Record<string, unknown>>): Switch => ({
  name,
  arrange: (simulator, { username, boardId }) => simulator.control('POST', 'boards', { username, id: boardId, ...change }),
});

const tokens = (name: string, what: string, more: Readonly<Record<string, unknown>> = {}): Switch => ({
  name,
  arrange: (simulator, { username }) => simulator.control('POST', `tokens/${what}`, { username, ...more }),
});

const answers: readonly Switch[] = [
  status(400, 1),
  status(400, 1, 'Unable to reach the URL'),
  status(400, 1, 'image format not supported'),
  status(400, 400),
  status(401, 2),
  status(401, 3),
  status(401, 7),
  status(403, 29),
  status(403, 29, 'Trial access'),
  status(403, 233),
  status(403, 235),
  status(403, 403),
  status(404, 40),
  status(404, 404),
  status(404, 2031),
  status(404, 50),
  status(408, 408),
  status(409, 409),
  refusal('429/8 with Retry-After', { status: 429, code: 8, headers: { 'Retry-After': '7' } }),
  status(429, 30),
  status(429, 9),
  ...[400, 401, 403].map((each) => status(each, 9)),
  ...[400, 403].map((each) => status(each, 2787, 'Sorry! Something went wrong on our end.')),
  status(403, 77, 'Please try again later'),
  ...[400, 401, 403, 404, 418, 422].map((each) => status(each, 77)),
  refusal('403 page of a proxy', { status: 403, body: '<html>Forbidden</html>', headers: { 'content-type': 'text/html' } }),
  status(500, 500),
  status(501, 4181),
  refusal('502 page of a proxy', { status: 502, body: '<html>Bad Gateway</html>', headers: { 'content-type': 'text/html' } }),
  status(503, 500),
  status(503, 4197),
  refusal('302 elsewhere', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }),
  refusal('200 no JSON', { status: 200, body: 'oops' }),
  refusal('200 other JSON', { status: 200, body: '{"id":7}' }),
];

const connections: readonly Switch[] = [
  answer('cut before the effect', { drop_before_commit: true }),
  answer('cut after the effect', { drop_after_commit: true }),
  answer('500 after the effect', { status: 500, after_commit: true }),
  answer('slow, within the time', { delay_ms: 10 }),
  { ...answer('slow, beyond the time', { delay_ms: 600_000 }), options: () => ({ timeoutMs: 250 }) },
  { ...answer('given up meanwhile', { delay_ms: 600_000 }), options: () => ({ signal: AbortSignal.timeout(250) }) },
  { name: 'nobody listens', nobodyListens: true },
];

const states: readonly Switch[] = [
  {
    name: "the minute's calls are used up",
    arrange: (simulator) => simulator.control('POST', 'settings', { rate_limits: { org_read: 0, org_write: 0 } }),
  },
  { name: "the day's calls are used up", arrange: (simulator) => simulator.control('POST', 'settings', { daily_limit: 1 }) },
  { name: 'trial', arrange: (simulator) => simulator.control('POST', 'settings', { trial: true }) },
  tokens('access token expired', 'expire'),
  tokens('grant revoked', 'revoke'),
  { name: 'refresh token expired', settings: { refresh_token_seconds: 0 } },
  {
    name: 'somebody else refreshed',
    settings: { refresh_ends_access: true },
    arrange: ({ url }, { refreshToken }) => {
      const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
      return send('POST', `${url}/platform/v5/oauth/token`, form, { authorization: `Basic ${btoa('app:secret')}` });
    },
  },
  tokens('scopes taken away', 'scopes', { scopes: 'none' }),
  board('board deleted', { deleted: true }),
  board('board given away', { owner: 'somebody' }),
  board('board made secret', { privacy: 'SECRET' }),
  {
    name: 'board busy',
    settings: { board_write_ms: 60_000 },
    arrange: ({ url }, { accessToken, boardId }) =>
      send('PATCH', `${url}/platform/v5/boards/${boardId}`, { description: 'busy' }, { authorization: `Bearer ${accessToken}` }),
  },
  { name: 'listing lags', settings: { read_lag_ms: 30_000 } },
  { name: 'video fails', settings: { media_outcome: 'failed' } },
  { name: 'video never ends', settings: { media_outcome: 'processing' } },
  { name: 'clock an hour behind', settings: { clock_skew_ms: -3_600_000 } },
];

export const switches: readonly Switch[] = [...answers, ...connections, ...states];

/** What the simulator goes back to between cells. */
export const peace = {
  rate_limits: { org_read: 100_000, org_write: 100_000 },
  daily_limit: 0,
  trial: false,
  refresh_token_seconds: 5_184_000,
  refresh_ends_access: false,
  board_write_ms: 0,
  read_lag_ms: 0,
  media_processing_ms: 0,
  media_outcome: 'succeeded',
  clock_skew_ms: 0,
};
