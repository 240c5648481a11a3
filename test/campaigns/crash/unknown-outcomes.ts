import type { Answer } from '../../setup/caller';
import { listPins } from '../evidence/evidence';
import type { Workspace } from '../traffic/workspace';

/** How often a kill fell between the start of a publishing attempt and its recorded outcome: shows that a campaign bites. */
export interface UnknownOutcomes {
  /** Pins of which an attempt was cut short. */
  readonly cutShort: number;
  /** Those among them that the platform had created already. */
  readonly foundAgain: number;
}

const parallel = 8;

/** Counts by the pins' timelines. */
export async function countUnknownOutcomes(workspace: Workspace): Promise<UnknownOutcomes> {
  const outcomes = { cutShort: 0, foundAgain: 0 };
  const waiting = [...(await listPins(workspace))];
  const one = async () => {
    for (let pin = waiting.pop(); pin; pin = waiting.pop()) {
      const items = await timelineOf(workspace, pin.id);
      if (items.some(({ type }) => type === 'PinPublishOutcomeUnknown')) outcomes.cutShort += 1;
      if (items.some(({ type, status }) => type === 'PinOutcomeReconciled' && status === 'published')) outcomes.foundAgain += 1;
    }
  };
  await Promise.all(Array.from({ length: parallel }, one));
  return outcomes;
}

async function timelineOf({ call }: Workspace, pinId: string): Promise<readonly { type: string; status: string }[]> {
  const { status, body }: Answer = await call('GET', `/v1/pins/${pinId}/timeline`);
  if (status !== 200) throw new Error(`the timeline of ${pinId} answered ${status}`);
  return body.items;
}
