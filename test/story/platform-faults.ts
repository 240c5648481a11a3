import { newId } from '@pps/kernel';
import { eventually } from '../../apps/simulators/testing';
import { firstWait } from '../setup/first-wait';
import { withoutDeferredAttempts, type TimelineStep } from '../setup/without-deferred-attempts';
import type { WholeService } from './whole-service';
import { newWorkspace, type Workspace } from './new-workspace';

const once = (fault: object) => ({ operation: 'pins.create', times: 1, ...fault });
const secondsAhead = (count: number) => ({ 'retry-after': String(count) });

export function platformFaultsStory(service: () => WholeService): void {
  let workspace: Workspace;
  let title: string;
  beforeAll(async () => void (workspace = await newWorkspace(service())));
  beforeEach(() => void (title = `Cake ${newId()}`));

  const timeline = async (pinId: string): Promise<TimelineStep[]> => (await workspace.get(`/v1/pins/${pinId}/timeline`)).body.items;
  /** The pin's own; how long it waits for a permit is the machine's. */
  const facts = async (pinId: string): Promise<string[]> => {
    const own = withoutDeferredAttempts(await timeline(pinId)).filter(({ type }) => type.startsWith('Pin'));
    return own.map(({ type, reason }) => (reason === null || reason === 'pacing' ? type : `${type} ${reason}`));
  };
  const made = () => service().created({ account: workspace.username, title });

  it.each([
    ['429 waits as asked', { status: 429, headers: secondsAhead(1) }, ['PinPublishDeferred rate_limited']],
    ['a lost answer is found on the board', { drop_after_commit: true }, ['PinPublishOutcomeUnknown outcome_unknown']],
    ['500 after the pin was made is found on the board', { status: 500, after_commit: true }, ['PinPublishOutcomeUnknown outcome_unknown']],
    [
      '500 with nothing made is tried again once it is certain',
      { status: 500 },
      ['PinPublishOutcomeUnknown outcome_unknown', 'PinPublishDeferred transient_upstream'],
    ],
  ])('publishes exactly once: %s', async (_, fault, story) => {
    await service().control('faults', once({ title, ...fault }));
    const pinId = await workspace.pin({ title });
    const published = await workspace.pinIn('published', pinId);
    expect(published).toMatchObject({ error_code: null, next_attempt_at: null });
    expect(await facts(pinId)).toEqual(expect.arrayContaining(['PinQueued', ...story, 'PinPublished']));
    expect(await made()).toMatchObject([{ id: published.platform_pin_id, count: 1 }]);
  });

  it('publishes exactly once: an answer after the time-out is found on the board', async () => {
    await service().control('faults', { operation: 'board_pins.list', delay_ms: 600_000 });
    await service().control('faults', once({ title, delay_ms: 600_000 }));
    const pinId = await workspace.pin({ title });
    await eventually('an unknown outcome', async () =>
      (await facts(pinId)).includes('PinPublishOutcomeUnknown outcome_unknown') ? true : undefined,
    );
    await service().clearFaults('pins.create');
    await eventually('the late pin', async () => ((await made()).length > 0 ? true : undefined));
    await service().clearFaults('board_pins.list');
    const published = await workspace.pinIn('published', pinId);
    expect(published).toMatchObject({ error_code: null, next_attempt_at: null });
    expect(await made()).toMatchObject([{ id: published.platform_pin_id, count: 1 }]);
  });

  it('does not wait less than a 429 asked for', async () => {
    await service().control('faults', once({ title, status: 429, headers: secondsAhead(2) }));
    const pinId = await workspace.pin({ title });
    const published = await workspace.pinIn('published', pinId);
    const { startedAt, until } = firstWait(await timeline(pinId));
    expect(until - startedAt).toBeGreaterThanOrEqual(2_000);
    expect(Date.parse(published.published_at)).toBeGreaterThanOrEqual(until);
  });

  it('fails a pin whose image the platform refuses, without a second try', async () => {
    await service().control('faults', once({ title, status: 400, code: 1, message: 'The format of the image is not supported' }));
    const pinId = await workspace.pin({ title });
    const failed = await workspace.pinIn('failed', pinId);
    expect(failed).toMatchObject({ error_code: 'invalid_image', platform_pin_id: null, failed_at: expect.any(String), attempts: 1 });
    expect(await facts(pinId)).toEqual(['PinQueued', 'PinPublishAttemptStarted', 'PinFailed invalid_image']);
    expect(await made()).toEqual([]);
  });

  it('publishes a failed pin at the next go, which costs no quota', async () => {
    await service().control('faults', once({ title, status: 400, code: 1, message: 'The format of the image is not supported' }));
    const pinId = await workspace.pin({ title });
    await workspace.pinIn('failed', pinId);
    const { quota_used } = (await workspace.get('/v1/billing/status')).body;
    const retried = await workspace.post(`/v1/pins/${pinId}/retry`, undefined);
    expect([retried.status, retried.body.status, retried.headers.get('x-service-quota-used')]).toEqual([200, 'queued', String(quota_used)]);
    await workspace.pinIn('published', pinId);
    expect(await made()).toMatchObject([{ count: 1 }]);
    expect((await workspace.get('/v1/billing/status')).body.quota_used).toBe(quota_used);
  });

  it('removes a published pin from the platform when it is asked to', async () => {
    const pinId = await workspace.pin({ title });
    const { platform_pin_id } = await workspace.pinIn('published', pinId);
    const { status, body } = await workspace.remove(`/v1/pins/${pinId}?delete_from_platform=true`);
    expect([status, body]).toEqual([200, { id: pinId, deleted: true, removed_from_platform: true, platform_pin_id, reason: null }]);
    expect(await made()).toMatchObject([{ deleted_at: expect.anything() }]);
    expect((await workspace.get(`/v1/pins/${pinId}`)).status).toBe(404);
  });

  it('refreshes a token that expired, and publishes', async () => {
    await service().control('tokens/expire', { username: workspace.username });
    await workspace.pinIn('published', await workspace.pin({ title }));
    expect(await made()).toMatchObject([{ count: 1 }]);
    const { body: accounts } = await workspace.get('/v1/platform/accounts');
    expect(accounts).toMatchObject([{ id: workspace.accountId, health_status: 'healthy' }]);
  });

  it('fails the waiting pins of a revoked account within five seconds, and sends none of them', async () => {
    const revoked = await newWorkspace(service());
    await service().control('faults', once({ title, status: 429, headers: secondsAhead(600) }));
    const first = await revoked.pin({ title });
    // An attempt that the worker had no time for puts it off, too, until at once.
    await eventually('put off by the platform', async () => {
      const { body } = await revoked.get(`/v1/pins/${first}`);
      const waits = body.error_code === 'rate_limited' && Date.parse(body.next_attempt_at) > Date.now() + 60_000;
      return body.status === 'deferred' && waits ? true : undefined;
    });
    const waiting = [first, ...(await Promise.all(['b', 'c', 'd'].map((name) => revoked.pin({ title: `${title} ${name}` }))))];
    expect((await revoked.remove(`/v1/platform/accounts/${revoked.accountId}`)).status).toBe(204);
    const failed = await Promise.all(waiting.map((pinId) => revoked.pinIn('failed', pinId)));
    expect(failed.map(({ error_code }) => error_code)).toEqual(waiting.map(() => 'account_revoked'));
    expect(await service().created({ account: revoked.username })).toEqual([]);
    const refused = await revoked.post('/v1/pins', revoked.draft());
    expect([refused.status, refused.body.error.code, typeof refused.body.error.connect_url]).toEqual([409, 'account_revoked', 'string']);
  });
}
