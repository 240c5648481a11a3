import { Rejected, type RejectionContext } from './rejected';

/**
 * The one rule for an idempotency key that was used before: what the first request has made, where this one is the same. Throws
 * `Rejected('idempotency_key_reused')` where the key stands for another request, or for what was deleted since (`made` is null then); `named` is
 * what the refusal may tell of it.
 */
export function sameRequest<Made extends { readonly contentHash: string }>(
  contentHash: string,
  made: Made | null,
  kind: 'pin' | 'schedule',
  named: RejectionContext,
): Made {
  if (made?.contentHash === contentHash) return made;
  throw new Rejected('idempotency_key_reused', `The idempotency key was used for another ${kind}.`, named);
}
