import { importingDuty } from '@pps/imports';
import { pacingDuty, publishingTimersDuty } from '@pps/pins';

/** Duties that have something to do for each pin; most others wait for what is rare, such as a deleted account. */
const forEveryPin: ReadonlySet<string> = new Set([
  importingDuty,
  pacingDuty,
  publishingTimersDuty,
  'process quota-settling',
  'process webhook-outbox',
  'webhook-deliveries',
]);

/** How much work a duty is beside the others: so orchestrators share those that have much to do, whatever else each leads. */
export const dutyWeight = (name: string): number => (forEveryPin.has(name) ? 4 : 1);
