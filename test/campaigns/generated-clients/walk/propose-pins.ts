import { draftOf, type PinPlace } from './publish-pins';
import type { Walker } from './walker';

/** Proposes pins, agrees to one of them, and declines the others. */
export async function proposePins(walker: Walker, place: PinPlace): Promise<void> {
  const run_at = new Date(Date.now() + 3_600_000).toISOString();
  const items = [
    { action: 'publish', pin: draftOf(place) },
    { action: 'schedule', pin: { ...draftOf(place), run_at } },
  ];
  const { id } = await walker.call('createProposal', { body: { items } });
  await walker.call('getProposal', { path: { id } });
  await walker.call('approveProposal', { path: { id }, body: { items: [{ number: 1, changes: { description: 'As I like it' } }] } });
  await walker.call('declineProposal', { path: { id }, body: { items: [{ number: 2 }] } });
  await walker.call('listProposals', { query: { status: 'decided', limit: 1 } });
}
