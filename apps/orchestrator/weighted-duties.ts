import { importingDuty } from '@pps/imports';
import type { Duty } from '@pps/leases';
import { pacingDuty, publishingTimersDuty } from '@pps/pins';

/** Duties that have something to do for each pin; most others wait for what is rare, such as a deleted account. */
const forEveryPin: readonly string[] = [
  importingDuty,
  pacingDuty,
  publishingTimersDuty,
  'process quota-settling',
  'process webhook-outbox',
  'webhook-deliveries',
];
const weightForEveryPin = 4;

/** The duties with their weights, so that orchestrators share those that have much to do. Throws where one that has a weight is no duty any more. */
export function weightedDuties(duties: readonly Duty[]): Duty[] {
  const missing = forEveryPin.find((name) => !duties.some((duty) => duty.name === name));
  if (missing !== undefined) throw new Error(`no duty has the name ${missing}`);
  return duties.map((duty) => (forEveryPin.includes(duty.name) ? { ...duty, weight: weightForEveryPin } : duty));
}
