import { plans, readPublishingTerms, type Plan } from '@pps/billing';
import { billingStream, type BillingStatus, type SubscriptionFact } from '@pps/billing/events';
import { KeyedMutex } from '@pps/concurrency';
import { Streams } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import type { Principal } from '@pps/identity';
import { fold, Rejected } from '@pps/kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSchedule } from '../create-schedule/create-schedule';
import { whileFiring } from '../fire-schedule/firing-claim';
import { acceptImport } from '../import-pins/accept-import';
import { uploadAsset } from '../upload-asset/upload-asset';
import type { UseCaseDeps } from '../use-case-deps';
import { createPin } from './create-pin';
import { createPins } from './create-pins';
import { forAccepted } from './pin-checks';

const now = new Date('2026-11-20T10:00:00.000Z');
const accountId = '0197a000-0000-7000-8000-00000000000a';
const principal = {
  projectId: 'p',
  organizationId: 'o',
  epoch: 0,
  environment: 'production',
  accountIds: null,
  asOf: 0n,
} as unknown as Principal;
const linked = {
  accountId,
  boardId: '1',
  content: { title: 'Blue door', imageUrl: 'https://images.example/door.jpg' },
  idempotencyKey: 'door',
};
const uploaded = { ...linked, content: { title: 'Blue door', assetId: 'asset' } };
const arrived = new Error('the upload is taken');

interface State {
  readonly name: string;
  readonly plan: Plan;
  readonly status: BillingStatus;
  readonly since?: string;
}

const states: readonly State[] = [
  { name: 'Playground, `active`', plan: 'playground', status: 'active' },
  { name: 'Playground after an end, `canceled`', plan: 'playground', status: 'canceled' },
  { name: '`trialing`', plan: 'growth', status: 'trialing' },
  { name: '`active`', plan: 'growth', status: 'active' },
  { name: '`past_due` for less than 7 days', plan: 'growth', status: 'past_due', since: '2026-11-13T10:00:00.001Z' },
  { name: '`past_due` for 7 days', plan: 'growth', status: 'past_due', since: '2026-11-13T10:00:00.000Z' },
  { name: '`unpaid`', plan: 'growth', status: 'unpaid' },
  { name: '`canceled`', plan: 'growth', status: 'canceled' },
];

const routes: Readonly<Record<string, (deps: UseCaseDeps) => Promise<unknown>>> = {
  'POST /v1/pins': (deps) => createPin(deps, principal, linked, 'api'),
  'the same with an uploaded file': (deps) => createPin(deps, principal, uploaded, 'api'),
  'POST /v1/pins/batch': (deps) => createPins(deps, principal, [{ request: linked, at: [] }], 'batch', async () => undefined),
  'POST /v1/schedules': (deps) => createSchedule(deps, principal, { ...linked, runAt: '2026-12-01T00:00:00.000Z' }),
  'a schedule becomes due': (deps) => createPin(whileFiring(deps, now), principal, linked, 'schedule'),
  'POST /v1/pins/imports': (deps) =>
    acceptImport(deps, principal, { sourceType: 'json', sourceFilename: null, rows: [] }, { id: 'i', mayExist: false }),
  'a row of an import': (deps) => createPin(forAccepted(deps), principal, linked, 'import'),
  'POST /v1/assets/…': (deps) =>
    uploadAsset(deps, principal, 'image', {
      ...{ declaredBytes: 1, receive: () => Promise.reject(arrived), mayBeRepeat: false, answer: () => Promise.reject(arrived) },
    }),
};

/** The abilities over an organization in this state; all else they ask for is there. */
function abilities({ plan, status, since = '2026-11-01T00:00:00.000Z' }: State): UseCaseDeps {
  const started: SubscriptionFact = { type: 'SubscriptionStarted', data: { organizationId: 'o', plan, status, startedAt: since } };
  const subscription = fold(billingStream.decider, [started]);
  const live = {
    head: async () => 1n,
    get: async (stream: unknown) => ({ state: stream === billingStream ? subscription : { kind: 'none' } }),
  };
  const verdict = async () => ({ status: 'ok' });
  const unit = async () => ({ reserved: true, used: 1 });
  return {
    live,
    termsOf: (asking: Principal) => readPublishingTerms(live as never, asking),
    accounts: { find: async () => ({}) },
    assets: {
      requireShown: async () => undefined,
      withMediaType: async (_: unknown, content: unknown) => content,
      usedBytes: async () => 0,
    },
    boards: { check: verdict, checkLocally: verdict },
    quota: { readUsed: async () => 0, reserve: unit, reserveAll: unit },
    claims: { findPinIds: async () => new Set() },
    streams: new Streams(openInMemoryEventStore()),
    importBodies: { save: async () => undefined },
    uploads: { reserve: async () => () => undefined },
    creationsByPin: new KeyedMutex(),
    upgradeUrl: 'https://app.example/billing',
    clock: () => now,
    monotonic: () => 0,
    pause: async () => undefined,
    newId: () => 'id',
  } as unknown as UseCaseDeps;
}

async function verdictOn(route: string, state: State): Promise<string> {
  try {
    await new Map(Object.entries(routes)).get(route)?.(abilities(state));
    return 'yes';
  } catch (error) {
    if (error === arrived) return 'yes';
    if (!(error instanceof Rejected)) throw error;
    expect(error.context).toMatchObject({ upgrade_url: 'https://app.example/billing', plan: state.plan });
    return `\`${error.code}\``;
  }
}

it('is what docs/plans.md says: every state of a subscription by all that depends on it', async () => {
  const names = Object.keys(routes);
  const lines = await Promise.all(
    states.map(async (state) => [state.name, ...(await Promise.all(names.map((route) => verdictOn(route, state))))]),
  );
  const table = [['', ...names.map((name) => (name.includes('/v1/') ? `\`${name}\`` : name))], names.concat('').map(() => '---'), ...lines];
  const page = readFileSync(join(__dirname, '../../../docs/plans.md'), 'utf8');
  expect(page).toContain(table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
});

it('leaves every paid plan alike', async () => {
  const paid = (Object.keys(plans) as Plan[]).filter((plan) => plan !== 'playground');
  for (const state of states.filter(({ plan }) => plan === 'growth')) {
    for (const route of Object.keys(routes)) {
      const verdicts = await Promise.all(paid.map((plan) => verdictOn(route, { ...state, plan })));
      expect(new Set(verdicts).size).toBe(1);
    }
  }
});
