import type { StreamType } from '@pps/event-store';
import type { Fact } from '@pps/kernel';

/** Whether the field, or an object or list around it, is stored sealed. */
export const isSealed = ({ sealed }: Pick<StreamType<unknown, Fact>, 'sealed'>, factType: string, path: string): boolean =>
  (sealed?.[factType] ?? []).some((declared) => path === declared || path.startsWith(`${declared}.`) || path.startsWith(`${declared}[]`));
