import type { ProposalItem } from './proposal.stream';
import { isRenewable } from './renewal.policy';

const updatedAt = '2026-11-20T10:00:00.000Z';
const later = (ms: number) => new Date(Date.parse(updatedAt) + ms);
const day = 86_400_000;

const item = (action: 'publish' | 'retry_pin', status: ProposalItem['status']) =>
  ({ write: { action }, status }) as unknown as ProposalItem;
type Status = Parameters<typeof isRenewable>[0]['status'];

it.each([
  ['an open one', 'open', [item('retry_pin', 'waiting')], day * 30, false],
  ['an expired one of which nothing was made', 'expired', [item('publish', 'declined'), item('publish', 'waiting')], 0, true],
  ['an expired one of which a pin was made', 'expired', [item('publish', 'approved'), item('publish', 'waiting')], day * 30, false],
  ['an expired one that is being carried out', 'expired', [item('retry_pin', 'approving')], day * 30, false],
  ['an ended one', 'ended', [item('retry_pin', 'failed')], 0, true],
  ['a retry that was agreed to', 'decided', [item('retry_pin', 'approved')], 0, true],
  ['a retry that was declined just now', 'decided', [item('retry_pin', 'declined')], day - 1, false],
  ['a retry that was declined a day ago', 'decided', [item('retry_pin', 'declined')], day, true],
  ['a pin that was published', 'decided', [item('publish', 'approved')], day * 30, false],
  ['a pin that was declined', 'decided', [item('publish', 'declined')], day * 30, false],
  ['a retry beside a pin that was published', 'decided', [item('retry_pin', 'approved'), item('publish', 'approved')], day * 30, false],
] as const)('%s', (_, status: Status, items, ms, expected) => {
  expect(isRenewable({ status, items, updatedAt }, later(ms))).toBe(expected);
});
