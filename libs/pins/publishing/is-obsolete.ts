import type { PinDetails } from '../pin/pin.state';
import type { PresentEpoch } from '@pps/workspaces/events';

/** Whether since the pin was queued its sandbox was reset, or its workspace forgotten: nothing more is done for it, and nothing recorded. */
export async function isObsolete({ presentEpoch }: { readonly presentEpoch: PresentEpoch }, pin: PinDetails): Promise<boolean> {
  return !(await presentEpoch(pin));
}
