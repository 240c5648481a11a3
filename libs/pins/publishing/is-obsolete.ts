import type { PinDetails } from '../pin/pin.state';
import type { PresentEpoch } from '@pps/workspaces/events';

/** Whether the sandbox was reset since the pin was queued: nothing more is done for it, and nothing recorded. */
export async function isObsolete({ presentEpoch }: { readonly presentEpoch: PresentEpoch }, pin: PinDetails): Promise<boolean> {
  return pin.simulated === true && !(await presentEpoch(pin));
}
