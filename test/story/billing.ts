import type { WholeService } from './whole-service';
import { newWorkspace, type Workspace } from './new-workspace';

export function billingStory(service: () => WholeService): void {
  let workspace: Workspace;
  let workspaceId: string;
  beforeAll(async () => {
    workspace = await newWorkspace(service());
    workspaceId = (await workspace.get('/v1/platform/accounts')).body[0].workspace_id;
  });

  const status = async () => (await workspace.get('/v1/billing/status')).body;
  const set = (plan: string, standing: string) =>
    service().payment('subscriptions', { workspace_id: workspaceId, plan, status: standing, billing_cycle: 'annual' });

  it('changes the plan, as the next read shows', async () => {
    expect(await status()).toMatchObject({ plan: 'playground', quota_limit: 50, billing_provider: 'none' });
    await set('growth', 'active');
    expect(await status()).toMatchObject({
      plan: 'growth',
      quota_limit: 1_000,
      billing_provider: 'stripe',
      billing_cycle: 'annual',
      billing_status: 'active',
      features: { uploaded_media_assets: true, bulk_imports: true },
      current_period_end: expect.stringMatching(/Z$/),
    });
  });

  it('stops creations while a paid plan is not paid for, and lets reads go on', async () => {
    await set('growth', 'past_due');
    const refused = await workspace.post('/v1/pins', workspace.draft());
    expect([refused.status, refused.body.error.code]).toEqual([402, 'billing_inactive']);
    expect(refused.body.error.upgrade_url).toMatch(/billing/);
    expect((await workspace.post('/v1/pins/batch', { pins: [workspace.draft()] })).body.error.code).toBe('billing_inactive');
    expect((await workspace.get('/v1/pins')).status).toBe(200);
    await set('growth', 'trialing');
    await workspace.pin();
  });

  it('is believed only when it is signed', async () => {
    const event = {
      id: 'evt_forged',
      object: 'event',
      type: 'customer.subscription.updated',
      created: 4_000_000_000,
      data: { object: {} },
    };
    const forged = await service().call('POST', '/v1/billing/provider-webhook', event, { 'stripe-signature': 't=1,v1=00' });
    expect([forged.status, forged.body.error.code]).toEqual([400, 'bad_request']);
    expect(await status()).toMatchObject({ plan: 'growth' });
  });

  it('has its plans in a public catalogue', async () => {
    const { status: code, body } = await service().call('GET', '/v1/billing/pricing');
    expect(code).toBe(200);
    expect(body.plans.map(({ plan, quota_pins_monthly }: Record<string, unknown>) => [plan, quota_pins_monthly])).toEqual([
      ['playground', 50],
      ['starter', 300],
      ['growth', 1_000],
      ['pro', 5_000],
      ['enterprise', 100_000],
    ]);
    const starter = body.plans[1];
    expect(starter.monthly_price).toEqual({ billing_cycle: 'monthly', unit_amount: 1900, currency: 'usd', amount_display: '$19' });
    expect(starter.annual_price).toMatchObject({ billing_cycle: 'annual', unit_amount: 19_000 });
    expect(body.plans[0].monthly_price.unit_amount).toBe(0);
    expect(body.plans[4].annual_price).toMatchObject({ unit_amount: 0, amount_display: 'Custom' });
  });
}
