import { newId } from '@pps/kernel';
import type { Answer } from '../setup/caller';
import type { WholeService } from './whole-service';
import { holdings, newWorkspace, type Workspace } from './new-workspace';

const headroom = [
  'x-service-quota-limit',
  'x-service-quota-used',
  'x-service-quota-remaining',
  'x-platform-ratelimit-remaining',
  'x-platform-ratelimit-capacity',
  'x-platform-ratelimit-refill-per-second',
];

type Refused = readonly [what: string, expected: readonly [number, string], answer: () => Promise<Answer>];

export function refusalsStory(service: () => WholeService): void {
  it('refuses bad input, bad credentials and what is foreign', async () => {
    const workspace = await newWorkspace(service());
    const stranger = await newWorkspace(service());
    const strangersPin = await stranger.pin();
    const known = workspace.draft({ idempotency_key: 'known' });
    await workspace.pinIn('published', await workspace.pin({ idempotency_key: 'known' }));
    const before = await holdings(workspace, known);
    expect(before).toEqual({ used: '1', pins: '1' });

    const answered: [string, number, string][] = [];
    const table = refused(service(), workspace, stranger, strangersPin);
    for (const [what, , answer] of table) {
      const { status, body, headers } = await answer();
      answered.push([what, status, body.error?.code]);
      expect([what, body.detail, body.error?.request_id]).toEqual([what, expect.any(String), headers.get('x-request-id')]);
    }
    expect(answered).toEqual(table.map(([what, [status, code]]) => [what, status, code]));
    expect(await holdings(workspace, known)).toEqual(before);
    expect(await service().created({ account: workspace.username })).toHaveLength(1);
  });

  it('says where a field is wrong', async () => {
    const workspace = await newWorkspace(service());
    const { body } = await workspace.post('/v1/pins', { ...workspace.draft({ title: 7 }), colour: 'red' });
    const paths = body.error.errors.map(({ loc }: { loc: string[] }) => loc.join('.')).sort();
    expect(paths).toEqual(['body.colour', 'body.title']);
    expect(body.error.errors[0]).toEqual({ loc: expect.any(Array), msg: expect.any(String), type: expect.any(String) });
  });

  it('stops at the quota with 402 and the six headers, and takes nothing more', async () => {
    const workspace = await newWorkspace(service());
    const creations = Array.from({ length: 60 }, (_, n) => workspace.post('/v1/pins', workspace.draft({ idempotency_key: `pin ${n}` })));
    const answers = await Promise.all(creations);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    const excess = answers.filter(({ status }) => status !== 201);
    expect(excess.map(({ status, body }) => [status, body.error.code])).toEqual(excess.map(() => [402, 'quota_exceeded']));
    for (const { body, headers } of excess) {
      expect(body.error.upgrade_url).toEqual(expect.stringMatching(/^http/));
      expect(headroom.filter((name) => !/^\d+(\.\d+)?$/.test(headers.get(name) ?? ''))).toEqual([]);
      expect([headers.get('x-service-quota-limit'), headers.get('x-service-quota-remaining')]).toEqual(['50', '0']);
    }
    const accepted = answers.findIndex(({ status }) => status === 201);
    const replay = workspace.draft({ idempotency_key: `pin ${accepted}` });
    expect(await holdings(workspace, replay)).toEqual({ used: '50', pins: '50' });
  });
}

function refused({ call, url }: WholeService, ours: Workspace, stranger: Workspace, strangersPin: string): readonly Refused[] {
  const create = (fields: object, headers = {}) => ours.post('/v1/pins', ours.draft(fields), headers);
  const asset = { image_url: undefined, asset_id: newId() };
  const bare = (headers = {}) => call('POST', '/v1/pins', ours.draft(), headers);
  return [
    ['malformed JSON', [400, 'bad_request'], () => raw(url, ours, '{"title": ')],
    ['a body that is no JSON', [415, 'unsupported_media_type'], () => raw(url, ours, 'title=x', 'application/x-www-form-urlencoded')],
    ['an oversized body', [413, 'payload_too_large'], () => raw(url, ours, JSON.stringify({ title: 'x'.repeat(1_100_000) }))],
    ['no fields', [422, 'validation_error'], () => ours.post('/v1/pins', {})],
    ['an array', [422, 'validation_error'], () => ours.post('/v1/pins', [])],
    ['wrong types', [422, 'validation_error'], () => create({ title: 7, board_id: 1, image_url: true })],
    ['an unknown field', [422, 'validation_error'], () => create({ colour: 'red' })],
    ['a title too long', [422, 'validation_error'], () => create({ title: 'x'.repeat(101) })],
    ['a title with U+0000', [422, 'validation_error'], () => create({ title: 'a\0b' })],
    ['a link that is no web address', [422, 'validation_error'], () => create({ link_url: 'javascript:alert(1)' })],
    ['no media', [422, 'validation_error'], () => create({ image_url: undefined })],
    ['two media', [422, 'validation_error'], () => create({ asset_id: newId() })],
    ['two idempotency keys', [422, 'validation_error'], () => create({ idempotency_key: 'one' }, { 'idempotency-key': 'other' })],
    ['an account that is no uuid', [422, 'validation_error'], () => create({ account_id: '7' })],
    ['a pin that is no uuid', [422, 'validation_error'], () => ours.get('/v1/pins/7')],
    ['no credential', [401, 'missing_credentials'], () => bare()],
    ['an unknown key', [401, 'invalid_api_key'], () => bare({ 'x-api-key': `${ours.key['x-api-key']}x` })],
    ['a broken token', [401, 'invalid_access_token'], () => bare({ authorization: 'Bearer x.y.z' })],
    ['an absent account', [404, 'not_found'], () => create({ account_id: newId() })],
    ["a stranger's account", [404, 'not_found'], () => create({ account_id: stranger.accountId, board_id: stranger.boardId })],
    ["a stranger's pin", [404, 'not_found'], () => ours.get(`/v1/pins/${strangersPin}`)],
    ["a stranger's timeline", [404, 'not_found'], () => ours.get(`/v1/pins/${strangersPin}/timeline`)],
    ['a board nobody has', [422, 'board_not_found'], () => create({ board_id: '404' })],
    ["a stranger's board", [422, 'board_not_owned'], () => create({ board_id: stranger.boardId })],
    ['an asset on this plan', [403, 'feature_unavailable'], () => create(asset)],
    ['an unknown route', [404, 'not_found'], () => ours.get('/v1/pints')],
  ];
}

async function raw(url: string, { key }: Workspace, body: string, type = 'application/json'): Promise<Answer> {
  const headers = { ...key, 'content-type': type };
  const response = await fetch(`${url}/v1/pins`, { method: 'POST', body, headers, signal: AbortSignal.timeout(120_000) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
