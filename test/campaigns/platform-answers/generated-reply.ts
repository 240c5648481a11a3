import type { HttpQuestion, HttpReply } from './http-replies';
import type { UglyValues } from './ugly-values';

/** What the platform would show of the pin that is being asked about. */
export interface AskedPin {
  readonly title: string;
  readonly link: string;
  readonly boardId: string;
}

const statuses = [
  200, 200, 201, 201, 204, 301, 304, 400, 400, 400, 401, 403, 404, 408, 409, 418, 429, 429, 429, 500, 501, 502, 503, 599, 999,
];
const codes = [1, 1, 2, 3, 7, 8, 29, 30, 40, 50, 233, 235, 400, 403, 404, 409, 500, 2031, 4181, 4197, -1, 1e30, 1.5, '1', null];
const scopes = 'boards:read,boards:write,pins:read,pins:write,user_accounts:read';

/** A reply of a platform that answers as badly as HTTP and JSON let it, `now` being its time. */
export function generatedReply(ugly: UglyValues, { method, path }: HttpQuestion, pin: AskedPin, now: number): HttpReply {
  const { chance, one } = ugly;
  if (chance(0.02)) return { status: 200, headers: {}, body: Buffer.alloc(0), breaks: 'before' };
  const succeeds = chance(0.45);
  const status = succeeds ? 200 : one(statuses);
  const json = succeeds || chance(0.1) ? successOf(ugly, method, path, pin, now) : refusalOf(ugly);
  return { status, headers: headersOf(ugly, now), body: bytesOf(ugly, json), ...(chance(0.02) && { breaks: 'within' }) };
}

function headersOf({ chance, wait, httpDate, limit, text }: UglyValues, now: number): Record<string, string | string[]> {
  return {
    ...(chance(0.9) && { date: httpDate(now) }),
    ...(chance(0.4) && { 'retry-after': chance(0.1) ? [wait(now), wait(now)] : wait(now) }),
    ...(chance(0.3) && { 'x-ratelimit-limit': limit(), 'x-ratelimit-remaining': wait(now), 'x-ratelimit-reset': wait(now) }),
    ...(chance(0.1) && { 'content-type': 'text/html; charset=utf-16', 'x-more': Buffer.from(text()).toString('latin1') }),
  };
}

const refusalOf = (ugly: UglyValues): unknown =>
  ugly.chance(0.8)
    ? { code: ugly.one(codes), message: ugly.chance(0.9) ? ugly.text() : ugly.anything(), [ugly.text()]: ugly.anything() }
    : ugly.anything();

/** The right shape for the call, with ugly values in some of its fields. */
function successOf(ugly: UglyValues, method: string, path: string, asked: AskedPin, now: number): unknown {
  if (path.endsWith('/oauth/token')) return tokenReply(ugly);
  if (path.includes('/user_account')) return { id: ugly.digits(), username: ugly.text(), business_name: ugly.anything() };
  if (path.includes('/pins?'))
    return { items: list(ugly, () => pinReply(ugly, asked, now)), bookmark: ugly.chance(0.9) ? null : ugly.text() };
  if (path.includes('/boards?')) return { items: list(ugly, () => boardReply(ugly)), bookmark: ugly.chance(0.9) ? null : ugly.anything() };
  if (path.includes('/boards/')) return boardReply(ugly);
  if (path.endsWith('/media') && method === 'POST') return uploadReply(ugly);
  if (path.includes('/media/'))
    return { media_id: ugly.digits(), status: ugly.one(['registered', 'processing', 'succeeded', 'failed', '']) };
  return pinReply(ugly, asked, now);
}

const list = <T>({ one, chance, anything }: UglyValues, item: () => T): unknown =>
  chance(0.97) ? Array.from({ length: one([0, 0, 1, 1, 2, 3]) }, item) : anything();

function tokenReply(ugly: UglyValues): unknown {
  return {
    access_token: ugly.chance(0.9) ? 'pina_fresh' : ugly.text(),
    refresh_token: ugly.chance(0.9) ? 'pinr_fresh' : ugly.text(),
    expires_in: ugly.count(),
    refresh_token_expires_in: ugly.anything(),
    scope: ugly.chance(0.7) ? scopes : ugly.text(),
  };
}

function pinReply(ugly: UglyValues, { title, link, boardId }: AskedPin, now: number): unknown {
  const shown = ugly.chance(0.7)
    ? { title, link, board_id: boardId }
    : { title: ugly.anything(), link: ugly.anything(), board_id: ugly.digits() };
  return { id: ugly.digits(), created_at: ugly.date(now), ...shown, description: ugly.chance(0.8) ? null : ugly.anything() };
}

const boardReply = (ugly: UglyValues): unknown => ({
  id: ugly.digits(),
  name: ugly.text(),
  description: ugly.anything(),
  privacy: ugly.chance(0.95) ? 'PUBLIC' : ugly.text(),
  pin_count: ugly.count(),
  owner: ugly.chance(0.8) ? { username: ugly.text() } : ugly.anything(),
});

const uploadReply = (ugly: UglyValues): unknown => ({
  media_id: ugly.digits(),
  upload_url: ugly.chance(0.9) ? 'http://upload.example/' : ugly.text(),
  upload_parameters: ugly.chance(0.9) ? { key: ugly.text(), [ugly.text()]: ugly.text() } : ugly.anything(),
});

/** JSON as it may come over the wire: escaped or raw, cut, with bytes that are no UTF-8, with numbers that no double holds, or none at all. */
function bytesOf({ chance, one, text }: UglyValues, json: unknown): Buffer {
  if (chance(0.93)) return Buffer.from(JSON.stringify(json) ?? '');
  const written = JSON.stringify(json) ?? '';
  return one([
    () => Buffer.alloc(0),
    () => Buffer.from(text()),
    () => Buffer.from(`\ufeff${written}`),
    () => Buffer.from(written.slice(0, written.length / 2)),
    () => Buffer.from(written.replace(/:\s*-?\d+(\.\d+)?/g, ':1e999')),
    () => Buffer.concat([Buffer.from(written.slice(0, -1)), Buffer.from([0xff, 0xfe, 0xed, 0xa0, 0x80])]),
    () => Buffer.from(`${'['.repeat(10_000)}${']'.repeat(10_000)}`),
    () => Buffer.from(`{"__proto__":{"code":1},"constructor":1,"message":${JSON.stringify(text())}}`),
  ])();
}
