import { Inject, Injectable } from '@nestjs/common';
import { quotaMonth, RecentClaims } from '@pps/billing';
import { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { CLOCK, Rejected, type Clock } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { setTimeout as delay } from 'node:timers/promises';

const triesAtMost = 3;
const pollMs = 25;
/** Between a unit and its pin lies one append; one whose process died there is given back by a sweep. */
const patienceMs = 2_000;

/** The same keys may be on their way twice: one of the requests has the last units, and the other is a repeat of it that needs none. */
@Injectable()
export class RacingRepeats {
  constructor(
    private readonly live: LiveStates,
    private readonly claims: RecentClaims,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Does the work, and once more as of later when it was refused units that another request had taken for the pins it named. */
  async settle<T>(principal: Principal, work: (principal: Principal, name: (pinIds: readonly string[]) => void) => Promise<T>): Promise<T> {
    let asOf = principal.asOf;
    for (let tries = 1; ; tries++) {
      let named: readonly string[] = [];
      try {
        return await work({ ...principal, asOf }, (pinIds) => (named = pinIds));
      } catch (error) {
        const isRefused = error instanceof Rejected && error.code === 'quota_exceeded';
        if (!isRefused || tries === triesAtMost || !(await this.haveMoved(principal, named))) throw error;
        asOf = await this.live.head();
      }
    }
  }

  /** Waits until each of the pins that took a unit is there or has given it back; whether anything is different then. */
  private async haveMoved({ projectId, epoch }: Principal, pinIds: readonly string[]): Promise<boolean> {
    if (pinIds.length === 0) return false;
    const month = quotaMonth(this.clock());
    const claiming = async () => {
      const claimed = await this.claims.of(projectId, epoch, month);
      return pinIds.filter((pinId) => claimed.has(pinId));
    };
    const before = await claiming();
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const [claimed, there] = [await claiming(), await this.thereOf(pinIds)];
      const isUnderWay = claimed.some((pinId) => !there.has(pinId));
      if (!isUnderWay || performance.now() > deadline) return there.size > 0 || claimed.length < before.length;
      await delay(pollMs);
    }
  }

  private async thereOf(pinIds: readonly string[]): Promise<ReadonlySet<string>> {
    const head = await this.live.head();
    const states = await Promise.all(pinIds.map((pinId) => this.live.get(pinStream, pinId, head)));
    return new Set(pinIds.filter((_, index) => ['pin', 'deleted'].includes(states[index]?.state.kind ?? 'none')));
  }
}
