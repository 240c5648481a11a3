import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './records';

/** Calls that faults delay at present. */
export interface FaultDelays {
  /** Waits for the fault's `delay_ms`, or until it is cleared. Rejects when the simulator ends. */
  pass(fault: Fault): Promise<void>;
  /** Lets the calls go on that faults of the operation delay, or those of all. */
  end(operation: string | undefined): void;
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
    end(operation) {
      for (const [cleared, fault] of running) if (operation === undefined || fault.operation === operation) cleared.abort();
    },
  };
}
