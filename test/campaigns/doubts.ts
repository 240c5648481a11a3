import { listPins } from './evidence';
import type { Workspace } from './workspace';

/** How often a kill fell between the start of a publishing attempt and its recorded outcome: shows that a campaign bites. */
export interface Doubts {
  /** Pins of which an attempt was cut short. */
  readonly cutShort: number;
  /** Those among them that the platform had created already. */
  readonly foundAgain: number;
}

/** Counts by the pins' own stories. */
export async function countDoubts(workspace: Workspace): Promise<Doubts> {
  const doubts = { cutShort: 0, foundAgain: 0 };
  for (const { id } of await listPins(workspace)) {
    const { body } = await workspace.call('GET', `/v1/pins/${id}/timeline`);
    const items = body.items as { type: string; status: string }[];
    if (items.some(({ type }) => type === 'PinPublishOutcomeUnknown')) doubts.cutShort += 1;
    if (items.some(({ type, status }) => type === 'PinOutcomeReconciled' && status === 'published')) doubts.foundAgain += 1;
  }
  return doubts;
}
