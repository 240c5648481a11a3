import { setTimeout as delay } from 'node:timers/promises';
import { operations, type Fault, type Operation } from './records';
import type { PlatformState } from './platform-state';
import { badParameter } from './platform-refusal';

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  operation: (value) => value === '*' || operations.includes(value as Operation),
  status: (value) => isWhole(value, 200, 599),
  code: (value) => Number.isSafeInteger(value),
  message: (value) => typeof value === 'string',
  headers: (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every((each) => ['string', 'number'].includes(typeof each)),
  times: (value) => isWhole(value, 1, 1_000_000),
  delay_ms: (value) => isWhole(value, 0, 600_000),
  drop_after_commit: (value) => typeof value === 'boolean',
  drop_before_commit: (value) => typeof value === 'boolean',
  after_commit: (value) => typeof value === 'boolean',
  body: (value) => typeof value === 'string' && value.length <= 16 * 1024 ** 2,
  title: (value) => typeof value === 'string',
};

export function addFaultRecord(state: PlatformState, body: unknown): Fault {
  if (typeof body !== 'object' || body === null) throw badParameter('A fault is an object');
  const given = Object.entries(body).filter(([, value]) => value !== null && value !== undefined);
  for (const [name, value] of given)
    if (!(Object.hasOwn(checks, name) && checks[name]?.(value) === true)) throw badParameter(`The fault's ${name} is not understood`);
  const id = String(state.store.next());
  // Every field was checked above.
  const fault = { ...Object.fromEntries(given), id } as unknown as Fault;
  if (fault.operation === undefined) throw badParameter('A fault needs an operation');
  state.faults.put(id, fault);
  return fault;
}

/** The oldest fault for this call; uses up one of its `times`. */
export function takeFaultRecord(state: PlatformState, operation: Operation, title: unknown): Fault | undefined {
  for (const fault of state.faults.rows()) {
    if (fault.operation !== '*' && fault.operation !== operation) continue;
    if (fault.title !== undefined && fault.title !== title) continue;
    if (fault.times === 1) state.faults.remove(fault.id);
    else if (fault.times !== undefined) state.faults.put(fault.id, { ...fault, times: fault.times - 1 });
    return fault;
  }
  return undefined;
}

/** Which faults are meant: those with all that is given. */
export interface FaultSelection {
  readonly operation?: string | undefined;
  readonly title?: string | undefined;
}

export function clearFaultRecords(state: PlatformState, selection: FaultSelection): void {
  for (const fault of [...state.faults.rows()].filter((each) => isSelected(each, selection))) state.faults.remove(fault.id);
}

const isSelected = (fault: Fault, { operation, title }: FaultSelection): boolean =>
  (operation === undefined || fault.operation === operation) && (title === undefined || fault.title === title);

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** Calls that faults delay at present. */
export interface FaultDelays {
  /** Waits for the fault's `delay_ms`, or until it is cleared. Rejects when the simulator ends. */
  pass(fault: Fault): Promise<void>;
  /** Lets the calls go on that these faults delay. */
  end(selection: FaultSelection): void;
}

export function faultDelays(ending: AbortSignal): FaultDelays {
  const running = new Map<AbortController, Fault>();
  return {
    async pass(fault) {
      if (fault.delay_ms === undefined) return;
      const cleared = new AbortController();
      running.set(cleared, fault);
      try {
        await delay(fault.delay_ms, undefined, { signal: AbortSignal.any([ending, cleared.signal]) });
      } catch (error) {
        if (!cleared.signal.aborted) throw error;
      } finally {
        running.delete(cleared);
      }
    },
    end(selection) {
      for (const [cleared, fault] of running) if (isSelected(fault, selection)) cleared.abort();
    },
  };
}
