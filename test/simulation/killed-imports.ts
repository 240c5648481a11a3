import { plans, RecentReservations } from '@pps/billing';
import type { NewFact } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { userSamples } from '@pps/identity/testing';
import type { StoredRow } from '@pps/imports';
import { describeImport, importStream, type RowOutcome } from '@pps/imports/events';
import { derivedId } from '@pps/kernel';
import { acceptImport, cancelImport, importPortion, type ReadRow, type UseCaseDeps } from '@pps/use-cases';
import { projectSamples } from '@pps/workspaces/testing';
import { seededRandom } from '@pps/kernel/testing';
import { simulatedCreation } from './simulated-creation';
import { startQuotaSweep } from './quota-sweep';
import { VirtualProcess } from './virtual-process';
import { World } from './world';

export interface KilledImportOptions {
  readonly rows: number;
  readonly kills: number;
  /** Pins that the month has left. */
  readonly quota: number;
  /** Cancels the import when so many rows are done. */
  readonly cancelAfterRows?: number;
  /** How a row comes out of the store; as it is in a sound world. */
  readonly readRow?: (row: StoredRow, times: number) => StoredRow;
}

export interface KilledImport {
  readonly status: string;
  readonly outcomes: readonly string[];
  /** What each row would come to where nothing dies. */
  readonly expected: readonly string[];
  readonly kills: number;
  /** Pins that were queued, schedules that were created, and units that are used when all is settled. */
  readonly pins: number;
  readonly schedules: number;
  readonly unitsUsed: number;
  readonly violations: readonly string[];
  /** Of the same file sent again afterwards. */
  readonly again: { readonly created: number; readonly pins: number; readonly schedules: number; readonly unitsUsed: number };
}

const begin = Date.parse('2026-11-20T10:00:00.000Z');
const rates = { account: { capacity: 1, refillPerSecond: 1 }, global: { capacity: 1, refillPerSecond: 1 } };
const longestMs = 3_600_000;
const killedWithinMs = 200;
const [projectCreated] = projectSamples;
const [userRegistered] = userSamples;

/** Imports a file by the real code in virtual time while the process that works it off is killed again and again, or overtaken by a second one. */
export async function killImport(seed: number, options: KilledImportOptions): Promise<KilledImport> {
  const random = seededRandom(seed);
  const startWorkerProcess = () => {
    throw new Error('nobody publishes here');
  };
  const world = new World({ rates, random, begin, workers: 0, startWorkerProcess, overdueAfterMs: Infinity });
  startQuotaSweep(world);
  const principal = openProject(world);
  const bodies = new BodiesInMemory();
  const rows = fileOf(options.rows, random);
  let schedules = 0;
  world.onFact(({ type }) => (schedules += type === 'ScheduleCreated' ? 1 : 0));
  const importing = new Importing(world, bodies, options);
  const first = await importing.run(principal, rows, options.kills);
  const seen = { pins: world.invariants.quota.queuedPins, schedules, unitsUsed: world.invariants.quota.used };
  const second = await importing.run(principal, [...rows].reverse(), 0);
  world.invariants.quota.finally();
  return {
    ...{ status: first.status, outcomes: first.results.map(wordOf), expected: expectedOf(rows, options.quota) },
    ...{ kills: importing.kills, ...seen },
    violations: [...importing.failures, ...world.invariants.violations.first.map(({ breach, what }) => `${breach}: ${what}`)],
    again: {
      created: second.createdRows,
      pins: world.invariants.quota.queuedPins - seen.pins,
      schedules: schedules - seen.schedules,
      unitsUsed: world.invariants.quota.used - seen.unitsUsed,
    },
  };
}

class Importing {
  kills = 0;
  readonly failures: string[] = [];
  private readonly api: UseCaseDeps;

  constructor(
    private readonly world: World,
    private readonly bodies: BodiesInMemory,
    private readonly options: KilledImportOptions,
  ) {
    this.api = this.depsOf(new VirtualProcess(world.time));
  }

  /** Sends the file and lets time pass until it is done and every unit is settled. */
  async run(principal: Principal, rows: readonly ReadRow[], kills: number) {
    const { world, api } = this;
    const killsBefore = this.kills;
    let jobId = '';
    let isEnded = false;
    const creation = { id: api.newId(), mayExist: false };
    void acceptImport(api, principal, { sourceType: 'json', sourceFilename: null, rows }, creation).then((job) => {
      jobId = job.jobId;
      this.work(jobId, () => (isEnded = true));
      if (kills > 0) this.killLater(jobId, killsBefore + kills, () => (isEnded = true));
    });
    let isCanceled = this.options.cancelAfterRows === undefined || kills === 0;
    world.onFact((fact) => {
      const rowsDone = fact.type === 'ImportRowsProcessed' ? (fact.data as { rows: readonly RowOutcome[] }).rows.at(-1)?.rowNumber : 0;
      if (isCanceled || (rowsDone ?? 0) < (this.options.cancelAfterRows ?? 0) || jobId === '') return;
      isCanceled = true;
      void cancelImport(api, principal, jobId).catch((error: unknown) => this.failures.push(`cancel: ${String(error)}`));
    });
    const isDone = () => isEnded && this.kills >= killsBefore + kills && world.invariants.quota.isSettled;
    await world.run(() => isDone() || world.time.now > longestMs * (killsBefore === 0 ? 1 : 2));
    const { state } = await this.stateOf(jobId);
    if (state.kind !== 'import') throw new Error('the import was not accepted');
    if (state.phase !== 'ended') this.failures.push(`the import did not end: ${state.results.length} rows`);
    return { ...describeImport(state), results: state.results };
  }

  private async stateOf(jobId: string) {
    const reading = this.world.streamsOf(new VirtualProcess(this.world.time)).load(importStream, jobId);
    let isRead = false;
    void reading.then(() => (isRead = true));
    await this.world.run(() => isRead);
    return reading;
  }

  /** A process that works the import off; it never comes back from a kill. */
  private work(jobId: string, onEnd: () => void): VirtualProcess {
    const process = new VirtualProcess(this.world.time);
    const deps = this.depsOf(process);
    const { signal } = new AbortController();
    const work = async (): Promise<void> => {
      for (;;) {
        try {
          if ((await importPortion(deps, jobId, signal)) === 'ended') return onEnd();
        } catch (error) {
          if (!(error instanceof Error) || error.name !== 'RowMustWait') this.failures.push(`importing: ${String(error)}`);
          await process.sleep(5_000);
        }
      }
    };
    void work();
    this.current = process;
    return process;
  }

  private current: VirtualProcess | undefined;

  private killLater(jobId: string, most: number, onEnd: () => void): void {
    const { time, options } = this.world;
    time.after(options.random() * killedWithinMs, () => {
      if (this.kills >= most) return;
      this.kills += 1;
      // A leader that was deposed may not know it yet, and goes on beside the next one.
      if (options.random() < 0.8) this.current?.kill();
      time.after(options.random() * 100, () => {
        this.work(jobId, onEnd);
        this.killLater(jobId, most, onEnd);
      });
    });
  }

  private depsOf(process: VirtualProcess): UseCaseDeps {
    const { world } = this;
    const creation = simulatedCreation(world, process);
    const streams = world.streamsOf(process);
    const terms = { ...plans.enterprise, quotaPinsMonthly: this.options.quota };
    return {
      ...creation,
      streams,
      claims: new RecentReservations(streams, world.log.seenBy(process, world.wayMs)),
      termsOf: async () => ({ plan: 'enterprise', planTerms: terms, mayPublish: true }),
      importBodies: this.bodies.seenBy(process, world.wayMs, this.options.readRow ?? ((row) => row)),
    } as unknown as UseCaseDeps;
  }
}

/** Files as the database would have them. */
class BodiesInMemory {
  private readonly files = new Map<string, StoredRow[]>();
  private reads = 0;

  seenBy(process: VirtualProcess, wayMs: () => number, readRow: (row: StoredRow, times: number) => StoredRow) {
    return {
      save: async ({ jobId }: { readonly jobId: string }, rows: readonly StoredRow[]) => {
        await process.sleep(wayMs());
        this.files.set(jobId, [...rows]);
        await process.sleep(wayMs());
      },
      read: async (jobId: string, from: number, count: number) => {
        await process.sleep(2 * wayMs());
        this.reads += 1;
        return (this.files.get(jobId) ?? [])
          .filter(({ rowNumber }) => rowNumber >= from && rowNumber < from + count)
          .map((row) => readRow(row, this.reads));
      },
      keepFailedRows: async (jobId: string, failed: readonly number[]) => {
        await process.sleep(wayMs());
        const kept = this.files.get(jobId)?.filter(({ rowNumber }) => failed.includes(rowNumber)) ?? [];
        this.files.set(jobId, kept);
      },
    };
  }
}

/** Rows of which some cannot be read, some are for later, some have keys of their own, and some stand there more than once. */
function fileOf(rows: number, random: () => number): ReadRow[] {
  return Array.from({ length: rows }, (_, index): ReadRow => {
    const given = { row: index };
    if (random() < 0.1) return { given, request: null, fault: { code: 'validation_error', message: 'title: missing', field: 'title' } };
    const twin = random() < 0.2 ? Math.floor(random() * rows) : index;
    const idempotencyKey = random() < 0.2 ? `key-${twin}` : null;
    const content = { title: `Row ${twin}`, imageUrl: `https://i.example/${twin}` };
    return {
      given,
      fault: null,
      request: { accountId: 'account', boardId: '1', content, idempotencyKey, runAt: twin % 4 === 0 ? '2026-11-25T10:00:00.000Z' : null },
    };
  });
}

/** A row without a key is never the same as another one of its file. */
function expectedOf(rows: readonly ReadRow[], quota: number): string[] {
  const made = new Set<string>();
  let used = 0;
  return rows.map(({ request }) => {
    if (!request) return 'failed validation_error';
    const key = request.idempotencyKey;
    const what = request.runAt === null ? 'pin' : 'schedule';
    if (key !== null && made.has(key)) return `existing ${what}`;
    if (used === quota) return 'failed quota_exceeded';
    // A schedule takes its unit when it fires.
    if (request.runAt === null) used += 1;
    if (key !== null) made.add(key);
    return `created ${what}`;
  });
}

const wordOf = ({ status, errorCode, scheduleId }: RowOutcome): string =>
  `${status} ${errorCode ?? (scheduleId === undefined ? 'pin' : 'schedule')}`;

/** The project and the user that the file is of. */
function openProject(world: World): Principal {
  if (projectCreated?.type !== 'ProjectCreated' || userRegistered?.type !== 'UserRegistered') throw new Error('the samples have changed');
  const { projectId, organizationId } = projectCreated.data;
  const { userId } = userRegistered.data;
  const metadata = { actor: { type: 'system' as const }, occurredAt: '2026-11-20T09:00:00.000Z', schemaVersion: 1 };
  const append = (stream: string, fact: Pick<NewFact, 'type' | 'data'>) =>
    world.log.append(stream, [{ id: derivedId('given', stream), ...fact, metadata }], 'no_stream');
  append(`project-${projectId}`, projectCreated);
  append(`user-${userId}`, userRegistered);
  return {
    ...{ kind: 'session', userId, organizationId, projectId, environment: 'sandbox', epoch: 0 },
    ...{ scopes: ['read', 'write', 'destructive'], accountIds: null, asOf: 0n },
  };
}
