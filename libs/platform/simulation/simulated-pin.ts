import { simulatedId } from './simulated-id';

/** The simulated platform's pin of ours, always the same; its address is one that never resolves (RFC 2606). */
export function simulatedPin(pinId: string): { readonly id: string; readonly url: string } {
  const id = simulatedId(pinId);
  return { id, url: `https://sandbox.invalid/pin/${id}` };
}
