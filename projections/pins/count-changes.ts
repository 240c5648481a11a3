import type { PinView } from '@pps/pins/events';
import { activityMeasures, type ActivityMeasure, type PinActivity, type PinCount } from './pin-counts.tables';

/** A pin as counts know it: as it stands, and whether it was deleted. */
export interface CountedPin {
  readonly view: PinView;
  readonly isRemoved: boolean;
}

export interface CountChanges {
  readonly counts: readonly PinCount[];
  readonly activity: readonly PinActivity[];
}

/** What changes in the counts when pins that stood so before stand so now; null where there was none. Pure. */
export function countChanges(changes: readonly { readonly before: CountedPin | null; readonly after: CountedPin }[]): CountChanges {
  const counts = new Map<string, PinCount>();
  const activity = new Map<string, PinActivity>();
  for (const { before, after } of changes) {
    if (before) add(before, -1);
    add(after, 1);
  }
  return {
    counts: [...counts.values()].filter(({ pins }) => pins !== 0),
    activity: [...activity.values()].filter((row) => activityMeasures.some((measure) => row[measure] !== 0)),
  };

  function add({ view, isRemoved }: CountedPin, by: 1 | -1): void {
    const { projectId, epoch, accountId, boardId, status } = view;
    const errorCode = view.errorCode ?? '';
    const key = JSON.stringify([projectId, epoch, accountId, boardId, status, errorCode, isRemoved]);
    const pins = (counts.get(key)?.pins ?? 0) + by;
    counts.set(key, { projectId, epoch, accountId, boardId, status, errorCode, isRemoved, pins });
    measure(view, 'submitted', view.queuedAt, by);
    if (!isRemoved) measure(view, status, view.queuedAt, by);
    if (view.publishedAt !== null) measure(view, 'publications', view.publishedAt, by);
    if (view.failedAt !== null) measure(view, 'failures', view.failedAt, by);
  }

  function measure({ projectId, epoch, accountId }: PinView, name: ActivityMeasure, at: string, by: 1 | -1): void {
    const quarter = quarterOf(at);
    const key = JSON.stringify([projectId, epoch, accountId, quarter]);
    const row = activity.get(key) ?? { ...nothing, projectId, epoch, accountId, quarter };
    activity.set(key, { ...row, [name]: row[name] + by });
  }
}

export const quarterMs = 15 * 60_000;

const quarterOf = (at: string): string => new Date(Math.floor(Date.parse(at) / quarterMs) * quarterMs).toISOString();

const nothing = Object.fromEntries(activityMeasures.map((measure) => [measure, 0])) as Readonly<Record<ActivityMeasure, number>>;
