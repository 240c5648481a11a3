import { plans } from '@pps/billing';
import { KeyedMutex } from '@pps/concurrency';
import { Streams } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { publishingModes, type Principal, type PublishingMode } from '@pps/identity';
import { newId } from '@pps/kernel';
import { seededRandom } from '@pps/kernel/testing';
import type { Agreement } from '@pps/pins/events';
import { editPin } from '../change-pin/edit-pin';
import { retryPins } from '../change-many/delete-pins';
import { editSchedule } from '../change-schedule/edit-schedule';
import { createPin } from '../create-pin/create-pin';
import { createPins } from '../create-pin/create-pins';
import { createSchedule } from '../create-schedule/create-schedule';
import { confirmedByClient, requireAgreement } from './require-agreement';

const runs = 10_000;
const accountId = '0197a000-0000-7000-8000-00000000000a';
const runAt = '2026-11-25T10:00:00.000Z';
const content = (title: string) => ({ title, imageUrl: 'https://images.example.com/door.jpg' });
const page: Agreement = { way: 'page', userId: 'ada', proposalId: 'proposal' };

type World = ReturnType<typeof openWorld>;

interface Written {
  readonly type: string;
  readonly data: { readonly agreement?: Agreement };
  readonly isOfProgram: boolean;
}

function openWorld() {
  const written: Written[] = [];
  const log = new Streams(openInMemoryEventStore());
  const decide: Streams['decide'] = async (...work) => {
    const decided = await log.decide(...work);
    written.push(
      ...decided.facts.map(({ type, data }) => ({ type, data: data as Written['data'], isOfProgram: work[2].actor.type === 'api_key' })),
    );
    return decided;
  };
  const streams = { decide, load: log.load.bind(log) };
  const clock = () => new Date('2026-11-20T10:00:00.000Z');
  let units = 0;
  const deps = {
    accounts: { find: async () => ({}) },
    live: { head: async () => 1n, get: (stream: never, id: string) => streams.load(stream, id) },
    termsOf: async () => ({ plan: 'growth', planTerms: plans.growth, mayPublish: true }),
    assets: { requireShown: async () => undefined, withMediaType: async (_: unknown, shown: unknown) => shown },
    boards: { check: async () => ({ status: 'ok' }) },
    quota: {
      readUsed: async () => units,
      reserve: async () => ({ reserved: true, used: ++units }),
      reserveAll: async (_: unknown, entries: readonly unknown[]) => ({ reserved: true, used: (units += entries.length) }),
    },
    claims: { findPinIds: async () => new Set() },
    creationsByPin: new KeyedMutex(),
    upgradeUrl: '',
    ...{ streams, clock, newId, monotonic: () => 0, pause: async () => undefined },
  } as never;
  return { written, deps };
}

const base = { projectId: 'p', epoch: 0, organizationId: 'o', userId: 'ada', environment: 'production', accountIds: null, asOf: 0n };
const person = { ...base, kind: 'session', scopes: ['read', 'write'] } as unknown as Principal;
const programWith = (mode: PublishingMode): Principal => {
  const grant = { clientId: 'c', resource: 'mcp', declinedScopes: [], mode } as const;
  return { ...person, kind: 'api_key', keyId: 'program', grant };
};

interface Known {
  readonly pinIds: string[];
  readonly scheduleIds: string[];
}

/** Everything that publishes, or changes what will be published. */
const writes: readonly ((world: World, caller: Principal, known: Known, agreement?: Agreement) => Promise<unknown>)[] = [
  async ({ deps }, caller, { pinIds }, agreement) => {
    const request = { accountId, boardId: '1', content: content(newId()), idempotencyKey: newId(), ...(agreement && { agreement }) };
    pinIds.push((await createPin(deps, caller, request, 'api')).pin.pinId);
  },
  async ({ deps }, caller, _, agreement) => {
    const request = () => ({ accountId, boardId: '1', content: content(newId()), idempotencyKey: null, ...(agreement && { agreement }) });
    const requests = [request(), request()].map((each) => ({ request: each, at: ['body'] }));
    await createPins(deps, caller, requests, 'batch', async () => undefined);
  },
  async ({ deps }, caller, { scheduleIds }, agreement) => {
    const request = { accountId, boardId: '1', content: content(newId()), idempotencyKey: newId(), runAt, ...(agreement && { agreement }) };
    scheduleIds.push((await createSchedule(deps, caller, request)).schedule.scheduleId);
  },
  async ({ deps }, caller, { pinIds: [pinId = ''] }, agreement) =>
    editPin(deps, caller, { pinId }, () => ({ boardId: '1', content: content(newId()) }), agreement),
  async ({ deps }, caller, { scheduleIds: [id = ''] }, agreement) =>
    editSchedule(deps, caller, id, () => ({ boardId: '1', content: content(newId()), runAt }), agreement),
  async ({ deps }, caller) => retryPins(deps, caller, []),
];

/** Why a fact may not be there, where the program's grant had this mode; null where it may. */
function faultOf({ type, data: { agreement }, isOfProgram }: Written, mode: PublishingMode): string | null {
  if (!isOfProgram) return agreement === undefined || agreement.way === 'page' ? null : `${type} of a person: ${agreement.way}`;
  const expected = { propose: null, confirm: 'client', direct: 'none' }[mode];
  return expected !== null && agreement?.way === expected ? null : `${type} of a program with ${mode}: ${agreement?.way ?? 'nobody'}`;
}

/** What was published against the mode, in so many runs that each begin with what a person made. */
async function publishing(seed: number, count: number, enforced: (caller: Principal) => Principal) {
  const random = seededRandom(seed);
  const oneOf = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const faults = new Set<string>();
  const counted = new Map<string, number>();
  let [world, known]: [World, Known] = [openWorld(), { pinIds: [], scheduleIds: [] }];
  for (let run = 0; run < count; run++) {
    if (run % 100 === 0) {
      [world, known] = [openWorld(), { pinIds: [], scheduleIds: [] }];
      await writes[0]?.(world, person, known);
      await writes[2]?.(world, person, known);
    }
    const mode = oneOf(publishingModes);
    const isPerson = random() < 0.2;
    const caller = isPerson ? person : enforced(random() < 0.5 ? confirmedByClient(programWith(mode)) : programWith(mode));
    // A program that says it is the page is not believed.
    const agreement = random() < 0.3 ? page : undefined;
    await oneOf(writes)(world, caller, known, agreement).catch(() => undefined);
    for (const fact of world.written.splice(0)) {
      const fault = faultOf(fact, mode);
      if (fault === null) counted.set(isPerson ? 'person' : mode, (counted.get(isPerson ? 'person' : mode) ?? 0) + 1);
      else faults.add(fault);
    }
  }
  return { faults, counted };
}

it('publishes nothing without what the mode asks for, in 10,000 seeded runs', async () => {
  const { faults, counted } = await publishing(45, runs, (caller) => caller);
  expect([...faults]).toEqual([]);
  expect(
    [...counted]
      .filter(([, facts]) => facts > 500)
      .map(([who]) => who)
      .sort(),
  ).toEqual(['confirm', 'direct', 'person']);
}, 60_000);

it('finds it where nobody asks', async () => {
  const withoutGrant = (caller: Principal): Principal => {
    const { grant, ...others } = caller;
    return grant ? others : caller;
  };
  const { faults } = await publishing(46, 500, withoutGrant);
  expect([...faults].filter((fault) => fault.includes('propose')).length).toBeGreaterThan(3);
});

it('takes the word of a client with "confirm" only, and the agreement of a page from nobody but a person', () => {
  const asked = (caller: Principal, given?: Agreement) => {
    try {
      return requireAgreement(caller, given)?.way;
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };
  expect(publishingModes.map((mode) => asked(programWith(mode), page))).toEqual(['proposal_required', 'proposal_required', 'none']);
  expect(publishingModes.map((mode) => asked(confirmedByClient(programWith(mode)), page))).toEqual(['proposal_required', 'client', 'none']);
  expect([asked(person, page), asked(person)]).toEqual(['page', undefined]);
});
