import { Webhook } from 'standardwebhooks';
import { eventually } from '../../apps/simulators/testing';
import { withoutDeferredAttempts, type TimelineStep } from '../setup/without-deferred-attempts';
import { startProgram } from '../operations/standalone/started-program';
import { startReceiver } from '../webhooks/receiver';
import type { WholeService } from './whole-service';
import { newWorkspace } from './new-workspace';

export function journeyStory(service: () => WholeService): void {
  it('leads from a registration to a published pin and a signed webhook that the standard library verifies', async () => {
    const workspace = await newWorkspace(service());
    const receiver = await startReceiver();
    const webhook = await workspace.post('/v1/webhooks', { url: receiver.url, events: ['pin.published', 'pin.failed'] });
    expect(webhook.status).toBe(201);

    const created = await workspace.post('/v1/pins', workspace.draft({ title: 'Crème brûlée', link_url: 'https://example.com/x?y=1' }));
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ title: 'Crème brûlée', media_type: 'image', platform_account_id: workspace.accountId });
    expect(['queued', 'publishing', 'published']).toContain(created.body.status);

    const found = await workspace.get(`/v1/pins/${created.body.id}`);
    expect([found.status, found.body.id]).toEqual([200, created.body.id]);
    const list = await workspace.get('/v1/pins');
    expect([list.headers.get('x-total-count'), list.body.map(({ id }: { id: string }) => id)]).toEqual(['1', [created.body.id]]);

    const published = await workspace.pinIn('published', created.body.id);
    const listed = async (query: string) => (await workspace.get(`/v1/pins?${query}`)).body.map((pin: { id: string }) => pin.id);
    expect(await listed(`published_since=${published.published_at}&sort=published_at_asc`)).toContain(created.body.id);
    expect(await listed(`published_until=${published.published_at}`)).not.toContain(created.body.id);
    expect(await listed(`failed_since=${published.published_at}`)).not.toContain(created.body.id);
    const onPlatform = await service().created({ account: workspace.username });
    expect(onPlatform).toMatchObject([
      { id: published.platform_pin_id, title: 'Crème brûlée', link: 'https://example.com/x?y=1', count: 1 },
    ]);

    const [arrived] = await eventually('the webhook of the pin', async () =>
      receiver.received.length > 0 ? receiver.received : undefined,
    );
    const event = new Webhook(webhook.body.secret).verify(arrived?.body ?? '', arrived?.headers as Record<string, string>);
    expect(event).toMatchObject({ type: 'pin.published', sequence: 1, workspace_id: created.body.workspace_id });
    expect(event).toMatchObject({ data: { pin_id: created.body.id, status: 'published', platform_pin_id: published.platform_pin_id } });
    expect(() =>
      new Webhook('whsec_c29tZWJvZHkgZWxzZSdz').verify(arrived?.body ?? '', arrived?.headers as Record<string, string>),
    ).toThrow();
    await receiver.stop();

    const timeline = await eventually('the delivery in the timeline', async () => {
      const { body } = await workspace.get(`/v1/pins/${created.body.id}/timeline`);
      return body.items.some(({ type }: { type: string }) => type === 'WebhookDelivered') ? body : undefined;
    });
    expect(timeline.pin_id).toBe(created.body.id);
    const steps = withoutDeferredAttempts<TimelineStep & { status: string }>(timeline.items).map(({ type, status }) => [type, status]);
    expect(steps).toEqual([
      ['QuotaConsumed', 'consumed'],
      ['PinQueued', 'queued'],
      ['PinPublishAttemptStarted', 'publishing'],
      ['PinPublished', 'published'],
      ['WebhookDeliveryRequested', 'pending'],
      ['WebhookDelivered', 'delivered'],
    ]);
    const positions = timeline.items.map(({ position }: { position: string }) => BigInt(position));
    expect(positions).toEqual([...positions].sort((a, b) => (a < b ? -1 : 1)));
  });

  it.each([
    ['a title of a hundred emoji', { title: '🍋'.repeat(100) }],
    ['an image on a host with an underscore', { image_url: 'https://my_bucket.s3.amazonaws.com/cake.jpg' }],
    ['a link in another script', { link_url: 'https://müsli.example/crème?q=京都#oben' }],
    ['every field', { description: '"Quoted",\nон', alt_text: 'ع', dominant_color: 'e8c765', related_terms: 'lemon, cake' }],
  ])('publishes %s', async (_, fields) => {
    const workspace = await newWorkspace(service());
    await workspace.pinIn('published', await workspace.pin(fields));
    expect(await service().created({ account: workspace.username })).toHaveLength(1);
  });

  it('is what `npm run demo` shows, on every pin of its list', async () => {
    const demo = startProgram('demo/main', [], { PUBLIC_URL: service().url });
    const code = await demo.ended;
    expect([code, demo.stdout.at(-2), demo.stderr]).toEqual([0, '20 of 20 published, 20 webhooks verified', []]);
    expect(demo.stdout.at(-1)).toContain(`${service().url}/app/pins`);
  });

  it('begins with a service: the demo says so when there is none', async () => {
    const demo = startProgram('demo/main', [], { PUBLIC_URL: 'http://127.0.0.1:9' });
    expect(await demo.ended).toBe(1);
    expect(demo.stderr).toEqual([expect.stringMatching(/^No service answers at .*npm start/)]);
  });
}
