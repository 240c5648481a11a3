import type { RecordedFact } from '@pps/event-store';
import type { DueSchedule } from '@pps/schedules';
import { scheduleIdOf, waitingScheduleAfter, type WaitingSchedule } from '@pps/schedules/testing';

interface Waiting extends WaitingSchedule {
  /** `due_at` in milliseconds, read once: the simulation asks for it at every step. */
  readonly dueMs: number;
}

/** The read model that firing goes by, in memory, by the projection's own rule. */
export class ScheduleQueue {
  private readonly rows = new Map<string, Waiting>();
  private readonly epochs = new Map<string, number>();

  take(fact: RecordedFact): void {
    if (fact.type === 'SandboxReset') {
      this.epochs.set(fact.stream.slice('project-'.length), (fact.data as { readonly epoch: number }).epoch);
      return;
    }
    const handled = fact as Parameters<typeof waitingScheduleAfter>[1];
    const scheduleId = scheduleIdOf(handled);
    if (scheduleId === null) return;
    const next = waitingScheduleAfter(this.rows.get(scheduleId) ?? null, handled);
    if (next) this.rows.set(scheduleId, { ...next, dueMs: next.due_at === null ? Infinity : Date.parse(next.due_at) });
    else this.rows.delete(scheduleId);
  }

  /** What is due at a moment, one of each project and then a second of each. */
  dueAt(nowMs: number, most: number, taken: readonly string[]): DueSchedule[] {
    const byProject = new Map<string, Waiting[]>();
    for (const row of this.rows.values()) {
      if (row.dueMs > nowMs || !this.isPresent(row) || taken.includes(row.schedule_id)) continue;
      byProject.set(row.project_id, [...(byProject.get(row.project_id) ?? []), row]);
    }
    const places = [...byProject.values()].flatMap((rows) =>
      rows.sort(byDueAt).map((row, place) => ({ place, due: { scheduleId: row.schedule_id, projectId: row.project_id } })),
    );
    return places
      .sort((one, other) => one.place - other.place)
      .slice(0, most)
      .map(({ due }) => due);
  }

  /** When the next one is due, of those that are not yet; null where none waits. */
  nextAfter(nowMs: number): number | null {
    let next = Infinity;
    for (const row of this.rows.values()) if (row.dueMs > nowMs && row.dueMs < next && this.isPresent(row)) next = row.dueMs;
    return next === Infinity ? null : next;
  }

  ofAccount(accountId: string): string[] {
    return this.present()
      .filter(({ account_id, phase }) => account_id === accountId && (phase === 'scheduled' || phase === 'deferred'))
      .map(({ schedule_id }) => schedule_id);
  }

  deferred(): string[] {
    return this.present()
      .filter(({ phase }) => phase === 'deferred')
      .map(({ schedule_id }) => schedule_id);
  }

  private present(): Waiting[] {
    return [...this.rows.values()].filter((row) => this.isPresent(row));
  }

  private isPresent({ project_id, epoch }: Waiting): boolean {
    return epoch >= (this.epochs.get(project_id) ?? 0);
  }
}

const byDueAt = (one: WaitingSchedule, other: WaitingSchedule): number =>
  (one.due_at ?? '') < (other.due_at ?? '') ? -1 : (one.due_at ?? '') > (other.due_at ?? '') ? 1 : 0;
