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
  const counts = new Map<string, Changing<PinCount>>();
  const activity = new Map<string, Changing<PinActivity>>();
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
    const count = counts.get(key);
    if (count) count.pins += by;
    else counts.set(key, { projectId, epoch, accountId, boardId, status, errorCode, isRemoved, pins: by });
    const submitted = activityAt(view, view.queuedAt);
    submitted.submitted += by;
    if (!isRemoved) submitted[status] += by;
    if (view.publishedAt !== null) activityAt(view, view.publishedAt).publications += by;
    if (view.failedAt !== null) activityAt(view, view.failedAt).failures += by;
  }

  function activityAt({ projectId, epoch, accountId }: PinView, at: string): Changing<PinActivity> {
    const quarter = Math.floor(Date.parse(at) / quarterMs);
    const key = `${projectId} ${epoch} ${accountId} ${quarter}`;
    const known = activity.get(key);
    if (known) return known;
    const row = { ...nothing, projectId, epoch, accountId, quarter: new Date(quarter * quarterMs).toISOString() };
    activity.set(key, row);
    return row;
  }
}

export const quarterMs = 15 * 60_000;

type Changing<Row> = { -readonly [Name in keyof Row]: Row[Name] };

const nothing = Object.fromEntries(activityMeasures.map((measure) => [measure, 0])) as Readonly<Record<ActivityMeasure, number>>;
