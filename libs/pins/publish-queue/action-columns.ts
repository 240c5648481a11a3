import type { ActionKind } from '../pin/next-action';

/** Phases as analysts read them in the table; a pin without a next action is failed. */
export type QueuePhase = 'ready' | 'uploading' | 'processing' | 'attempting' | 'unknown' | typeof phaseWithoutAction;

export interface ActionColumns {
  readonly phase: QueuePhase;
  readonly date: 'ready_at' | 'deadline' | 'next_look_at';
}

export const phaseWithoutAction = 'failed';

export const actionColumns: Readonly<Record<ActionKind, ActionColumns>> = {
  create_pin: { phase: 'ready', date: 'ready_at' },
  upload_video: { phase: 'ready', date: 'ready_at' },
  expire_attempt: { phase: 'attempting', date: 'deadline' },
  expire_upload: { phase: 'uploading', date: 'deadline' },
  read_board: { phase: 'unknown', date: 'next_look_at' },
  read_video_status: { phase: 'processing', date: 'next_look_at' },
};

/** Pins that wait for an attempt, whichever comes first. */
export const startKinds = ['create_pin', 'upload_video'] as const satisfies readonly ActionKind[];

/** SQL: one of these is next for the pin of a row of `publish_queue`; written so that the table's partial indexes serve it. */
export function nextActionSql(kinds: readonly ActionKind[], alias?: string): string {
  const phases = [...new Set(kinds.map((kind) => `'${actionColumns[kind].phase}'`))];
  const column = alias === undefined ? 'phase' : `${alias}.phase`;
  return phases.length === 1 ? `${column} = ${phases.join()}` : `${column} in (${phases.join(', ')})`;
}

/** Whether one of these is next for the row's pin. */
export const hasNextAction = ({ phase }: { readonly phase: QueuePhase }, ...kinds: readonly ActionKind[]): boolean =>
  kinds.some((kind) => actionColumns[kind].phase === phase);
