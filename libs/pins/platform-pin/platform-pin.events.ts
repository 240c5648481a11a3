import type { Fact } from '@pps/kernel';

/** One of the platform's pins is what came of a pin of ours; no other pin, of whatever project, can be published as it any more. */
export type PlatformPinTaken = Fact<
  'PlatformPinTaken',
  { readonly platformPinId: string; readonly pinId: string; readonly takenAt: string }
>;
