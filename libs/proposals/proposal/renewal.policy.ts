import type { ProposalView } from './proposal-view';

/** So long a person who declined is not asked the same again. */
const declinedForMs = 86_400_000;

/**
 * Whether the same content, asked for again, is another wish: nobody can agree to the former proposal any more, or what was asked for has been done and may be
 * asked for again, as a change and a retry may. What would make a pin is not: agreed to once more it would be there twice.
 */
export function isRenewable({ status, items, updatedAt }: Pick<ProposalView, 'status' | 'items' | 'updatedAt'>, now: Date): boolean {
  if (status === 'open' || items.some((item) => item.status === 'approving')) return false;
  const making = items.filter(({ write }) => write.action === 'publish' || write.action === 'schedule');
  if (making.some((item) => item.status === 'approved')) return false;
  if (status !== 'decided') return true;
  if (making.length > 0) return false;
  return items.some((item) => item.status === 'approved') || now.getTime() >= Date.parse(updatedAt) + declinedForMs;
}
