import { QuotaReservations } from '@pps/billing';
import { derivedId, newId } from '@pps/kernel';
import { startOrchestrator } from '../../apps/orchestrator/start-orchestrator';
import { eventually } from '../setup/eventually';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { newQuotaWorkspace, sumOf, type QuotaWorkspace } from './quota-workspace';

let service: PlatformService;
let stop = async () => undefined as unknown;
let workspace: QuotaWorkspace;
let now: Date | null = null;
const clock = () => now ?? new Date();

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'playground', QUOTA_SWEEP_AFTER: '2s' }, clock);
  const { configuration: config, logger } = service.parts;
  const orchestrator = await startOrchestrator({ config, logger }, clock);
  stop = () => orchestrator.stop();
}, 60_000);
beforeEach(async () => {
  now = null;
  workspace = await newQuotaWorkspace(service.call);
});
afterAll(async () => {
  await stop();
  await service.stop();
});

/** The next end of a month, and moments before and after it. */
function monthEnd() {
  const today = new Date();
  const at = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1);
  const moment = (ms: number) => new Date(at + ms);
  return { moment, old: moment(-1).toISOString().slice(0, 7), next: moment(0).toISOString().slice(0, 7) };
}

/** Reserves a unit as a request does that dies, or is frozen, before it queues its pin. */
async function reserveWithoutPin(key: string, at: Date): Promise<string> {
  const { projectId, organizationId } = workspace;
  const pinId = derivedId('pin', projectId, 0, key);
  const actor = { type: 'system' as const };
  const entry = { entryId: newId(), pinId, units: 1, source: 'api' as const, at: at.toISOString(), actor };
  const origin = { organizationId, projectId, epoch: 0, actor, occurredAt: entry.at };
  const month = entry.at.slice(0, 7);
  await new QuotaReservations(service.parts.runner).reserve({ projectId, epoch: 0, month, limit: 50, entry, origin });
  return pinId;
}

it("belongs to the month of the creation: a retry after the month's end finds the pin and costs nothing", async () => {
  const { moment, old, next } = monthEnd();
  const { call, draft, used, ledger } = workspace;
  now = moment(-100);
  const first = await call('POST', '/v1/pins', draft({ idempotency_key: 'month-end' }));
  expect([first.status, first.headers.get('x-service-quota-used')]).toEqual([201, '1']);
  now = moment(100);
  const repeat = await call('POST', '/v1/pins', draft({ idempotency_key: 'month-end' }));
  expect([repeat.status, repeat.body.id, repeat.headers.get('idempotent-replayed')]).toEqual([201, first.body.id, 'true']);
  expect(repeat.headers.get('x-service-quota-used')).toBe('0');
  expect(await used()).toBe(0);
  expect([sumOf(await ledger(old)), sumOf(await ledger(next))]).toEqual([1, 0]);
  const status = (await call('GET', '/v1/billing/status')).body;
  expect(status.quota_reset_at > moment(0).toISOString()).toBe(true);
});

it("gives a unit whose pin never came back to its own month, also after the end of the month and beside the retry's unit", async () => {
  const { moment, old, next } = monthEnd();
  const { call, draft, used, ledger } = workspace;
  now = moment(-100);
  const pinId = await reserveWithoutPin('died', now);
  expect(await used()).toBe(1);
  now = moment(100);
  const retried = await call('POST', '/v1/pins', draft({ idempotency_key: 'died' }));
  expect([retried.status, retried.body.id, retried.headers.get('idempotent-replayed')]).toEqual([201, pinId, null]);
  now = moment(5_000);
  await eventually("the old month's unit given back", async () => (sumOf(await ledger(old)) === 0 ? true : undefined));
  expect((await ledger(old)).map(({ kind, pin_id, reason, balance }) => [kind, pin_id, reason, balance])).toEqual([
    ['released', pinId, 'pin_abandoned', 0],
    ['consumed', pinId, null, 1],
  ]);
  expect([sumOf(await ledger(next)), await used()]).toEqual([1, 1]);
  expect((await call('GET', `/v1/pins/${pinId}`)).body).toMatchObject({ id: pinId, title: 'Blue door' });
});

it('gives a unit back once, and leaves its key free', async () => {
  const { used, ledger } = workspace;
  const pinId = await reserveWithoutPin('late', new Date(Date.now() - 10_000));
  await eventually('the unit given back', async () => ((await used()) === 0 ? true : undefined));
  const retried = await workspace.call('POST', '/v1/pins', workspace.draft({ idempotency_key: 'late' }));
  expect([retried.status, retried.body.id]).toEqual([201, pinId]);
  expect(sumOf(await ledger())).toBe(1);
  expect((await ledger()).map(({ kind }) => kind)).toEqual(['consumed', 'released', 'consumed']);
});
