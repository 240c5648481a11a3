import createClient from 'openapi-fetch';
import type { components, paths } from './interface';

// The demonstration by the generated types: the compiler has each field of each answer that is read here, null or not, from /openapi.json.

type Schemas = components['schemas'];

const baseUrl = process.argv[2] ?? 'http://127.0.0.1:3000';
const open = createClient<paths>({ baseUrl });

function answerOf<Data, Refusal>(what: string, { data, error, response }: { data?: Data; error?: Refusal; response: Response }): Data {
  if (data === undefined) throw new Error(`${what}: ${response.status} ${JSON.stringify(error)}`);
  return data;
}

const email = `typed-${crypto.randomUUID()}@example.com`;
const person = { email, password: crypto.randomUUID(), full_name: 'Typed Gardener', workspace_name: 'Typed' };
const session: Schemas['AuthResponseDto'] = answerOf('register', await open.POST('/v1/auth/register', { body: person }));
const headers = { authorization: `Bearer ${session.access_token}` };
const key = answerOf('createApiKey', await open.POST('/v1/api-keys', { body: { name: 'typed' }, headers }));
const api = createClient<paths>({ baseUrl, headers: { 'x-api-key': key.api_key } });

const consent = answerOf('startConnection', await api.GET('/v1/platform/oauth/start', {}));
const approved = await fetch(consent.authorization_url, {
  method: 'POST',
  body: new URLSearchParams({ decision: 'approve', username: `typed-${crypto.randomUUID().slice(0, 8)}` }),
  redirect: 'manual',
});
const back = new URL(approved.headers.get('location') ?? '');
const [code, state] = [back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? ''];
const accept = { accept: 'application/json' };
const connected = answerOf(
  'callback',
  await api.GET('/v1/platform/oauth/callback', { params: { query: { code, state } }, headers: accept }),
);
const { account_id } = connected;

const accounts = answerOf('listAccounts', await api.GET('/v1/platform/accounts', {}));
console.log(`accounts: ${accounts.map(({ username }) => username ?? '').join()}`);
const [board] = answerOf('listBoards', await api.GET('/v1/platform/boards', { params: { query: { account_id } } }));
if (!board) throw new Error('no board');

const draft = { account_id, board_id: board.id, title: 'Crème brûlée', image_url: 'https://images.example.com/creme.jpg' };
const verdict = answerOf('validatePin', await api.POST('/v1/pins/validate', { body: draft }));
console.log(`validate: ${verdict.checks.map(({ name, status }) => `${name} ${status}`).join(', ')}`);
const pin = answerOf('createPin', await api.POST('/v1/pins', { body: draft }));
const batch = answerOf('createPins', await api.POST('/v1/pins/batch', { body: { pins: [draft] } }));
console.log(`batch: ${batch.created_count} created, ${batch.headroom.quota_remaining} left`);

let final = pin;
for (let tries = 0; final.status !== 'published' && final.status !== 'failed'; tries++) {
  if (tries > 300) throw new Error(`the pin is still ${final.status}`);
  await new Promise((resolve) => setTimeout(resolve, 200));
  final = answerOf('getPin', await api.GET('/v1/pins/{id}', { params: { path: { id: pin.id } } }));
}
console.log(`pin: ${final.status} ${final.platform_pin_id ?? ''}`);
const timeline = answerOf('timeline', await api.GET('/v1/pins/{id}/timeline', { params: { path: { id: pin.id } } }));
console.log(`timeline: ${timeline.items.map(({ type }) => type).join(', ')}`);

const run_at = new Date(Date.now() + 3_600_000).toISOString();
const schedule = answerOf('createSchedule', await api.POST('/v1/schedules', { body: { ...draft, run_at } }));
const billing = answerOf('billingStatus', await api.GET('/v1/billing/status', {}));
const summary = answerOf('summary', await api.GET('/v1/dashboard/summary', {}));
const activity = answerOf('activity', await api.GET('/v1/activity-logs', {}));
const webhook = answerOf('webhook', await api.POST('/v1/webhooks', { body: { url: 'http://127.0.0.1:9/hook' } }));
const meter = answerOf('rateMeter', await api.GET('/v1/rate-meter', { params: { query: { account_id } } }));
console.log(`schedule ${schedule.status}; plan ${billing.plan}; ${summary.pins.submitted} submitted; ${activity.items.length} entries`);
console.log(`webhook ${webhook.events.join()}; ${meter.account.capacity} tokens`);

const refused = await api.POST('/v1/pins', { body: { ...draft, title: '' } });
if (refused.error === undefined || !('error' in refused.error)) throw new Error('an empty title was taken');
console.log(`refused: ${refused.error.error.code}, ${refused.error.detail}`);
