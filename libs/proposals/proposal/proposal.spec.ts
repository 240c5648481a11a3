import { fold } from '@pps/kernel';
import { proposalMade, proposedPin, samples } from '../testing';
import { applyChanges, mergeContentChanges } from './apply-changes';
import { describeProposal } from './proposal-view';
import type { ProposalFact } from './proposal.events';
import { decideAgreement, decideDecline, decideOutcomes, decideProposal, proposalStream, type Proposal } from './proposal.stream';

const made = proposalMade();
const agreedBy = { userId: 'u', by: 'page' } as const;
const at = '2026-11-20T11:00:00.000Z';
const afterwards = '2026-11-27T10:00:00.000Z';

function after(...facts: readonly ProposalFact[]): Proposal {
  const state = fold(proposalStream.decider, [made, ...facts]);
  if (state.kind === 'none') throw new Error('no proposal');
  return state;
}

const agree = (numbers: readonly number[], state: Proposal, moment = at) =>
  decideAgreement({ items: numbers.map((number) => ({ number })), agreedBy, at: moment }, state);
const decline = (numbers: readonly number[], state: Proposal, moment = at) =>
  decideDecline({ numbers, declinedBy: agreedBy, at: moment }, state);
const statuses = (state: Proposal) => state.items.map(({ status }) => status);
const approved = (number: number) => ({ number, status: 'approved', pinId: `pin ${number}` }) as const;
const failed = (number: number) => ({ number, status: 'failed', errorCode: 'board_not_found', errorMessage: 'Gone' }) as const;

test('a proposal is made once; its key stands for nothing else', () => {
  expect(decideProposal(made.data, { kind: 'none' })).toEqual([made]);
  expect(decideProposal(made.data, after())).toEqual([]);
  expect(() => decideProposal({ ...made.data, contentHash: 'other' }, after())).toThrow('another proposal');
});

test('an item that is agreed to waits for its outcome, and a second agreement changes nothing', () => {
  const [agreed, ...others] = agree([1, 2], after());
  expect(others).toEqual([]);
  const state = after(agreed!);
  expect(statuses(state)).toEqual(['approving', 'approving', 'waiting']);
  expect(agree([1, 2], state)).toEqual([]);
  expect(decideAgreement({ items: [{ number: 1, write: proposedPin() }], agreedBy, at }, state)).toEqual([]);
  expect(() => decideAgreement({ items: [{ number: 1, write: proposedPin('other') }], agreedBy, at }, state)).toThrow(
    'with another content',
  );
  expect(agree([2, 3], state)).toMatchObject([{ data: { items: [{ number: 3 }] } }]);
});

test('what was made stays made, whatever is said afterwards', () => {
  const state = after(...agree([1], after()), ...decideOutcomes([approved(1)], at, after(...agree([1], after()))));
  expect(state.items[0]).toMatchObject({ status: 'approved', pinId: 'pin 1', agreedBy });
  expect(decideOutcomes([failed(1), approved(1), approved(2)], at, state)).toEqual([]);
  expect(agree([1], state)).toEqual([]);
  expect(() => decline([1], state)).toThrow('agreed to already');
});

test('what failed can be agreed to again, edited, or declined', () => {
  const agreed = agree([1], after());
  const state = after(...agreed, ...decideOutcomes([failed(1)], at, after(...agreed)));
  expect(state.items[0]).toMatchObject({ status: 'failed', errorCode: 'board_not_found', errorMessage: 'Gone' });
  const write = { ...proposedPin(), boardId: '2' };
  const [again] = decideAgreement({ items: [{ number: 1, write }], agreedBy, at }, state);
  expect(after(...agreed, ...decideOutcomes([failed(1)], at, after(...agreed)), again!).items[0]).toMatchObject({
    status: 'approving',
    write,
  });
  expect(decline([1], state)).toHaveLength(1);
});

test('a declined item is over, a repeat is silent, and what is agreed to cannot be declined', () => {
  const state = after(...decline([1, 2], after()));
  expect(statuses(state)).toEqual(['declined', 'declined', 'waiting']);
  expect(decline([1], state)).toEqual([]);
  expect(() => agree([1, 3], state)).toThrow('was declined already');
  expect(() => decline([3], after(...agree([3], after())))).toThrow('agreed to already');
});

test('after its time nothing is agreed to or declined, and what was agreed to before comes to its end', () => {
  const state = after(...agree([1], after()));
  expect(() => agree([2], state, afterwards)).toThrow('can be agreed to any more');
  expect(agree([1], state, afterwards)).toEqual([]);
  expect(decline([2], state, afterwards)).toEqual([]);
  expect(decideOutcomes([approved(1)], afterwards, state)).toHaveLength(1);
});

test.each([[[0]], [[4]], [[1.5]], [[1, 1]]])('the numbers %j are refused', (numbers) => {
  expect(() => agree(numbers, after())).toThrow('number');
});

test('is open while something waits or is on its way, else decided, expired or ended', () => {
  const statusOf = (state: Proposal, moment = at, isEnded = false) => describeProposal(state, { at: moment, isEnded }).status;
  const state = after(...agree([1], after()));
  expect([statusOf(after()), statusOf(after(), afterwards), statusOf(after(), at, true)]).toEqual(['open', 'expired', 'ended']);
  expect([statusOf(state), statusOf(state, afterwards), statusOf(state, at, true)]).toEqual(['open', 'expired', 'ended']);
  expect(statusOf(after(...decline([1, 2, 3], after())), afterwards, true)).toBe('decided');
});

test('changes replace, clear and never leave a pin without a picture', () => {
  const { content } = proposedPin();
  expect(applyChanges(content, { title: 'New', linkUrl: null })).toEqual({ title: 'New', imageUrl: content.imageUrl });
  expect(applyChanges(content, { assetId: 'a' })).toMatchObject({ assetId: 'a' });
  expect(applyChanges(content, { assetId: 'a' })).not.toHaveProperty('imageUrl');
  expect(() => applyChanges(content, { imageUrl: null })).toThrow('One of image_url and asset_id');
  expect(() => applyChanges(content, { coverImageUrl: 'https://example.org/c.jpg' })).toThrow('Only a video');
});

test('of two that show the same thing the later one goes out, and never both', () => {
  const { content } = proposedPin();
  const [imageUrl, coverImageUrl] = ['https://example.org/evil.jpg', 'https://example.org/c.jpg'];
  expect(applyChanges(content, mergeContentChanges({ imageUrl, title: 'New' }, { assetId: 'mine' }))).toEqual({
    ...{ title: 'New', linkUrl: content.linkUrl, assetId: 'mine' },
  });
  expect(applyChanges(content, mergeContentChanges({ assetId: 'theirs' }, { imageUrl }))).not.toHaveProperty('assetId');
  const rest = { ...content };
  delete (rest as { imageUrl?: string }).imageUrl;
  const film = { ...rest, assetId: 'film', coverImageUrl };
  expect(applyChanges(film, { coverImageAssetId: 'mine' })).toEqual({ ...rest, assetId: 'film', coverImageAssetId: 'mine' });
  expect(applyChanges(film, mergeContentChanges({ coverImageAssetId: 'theirs' }, { coverImageUrl }))).toEqual(film);
  expect(() => applyChanges(content, { imageUrl, assetId: 'mine' })).toThrow('not both');
  expect(() => applyChanges(film, { coverImageUrl, coverImageAssetId: 'mine' })).toThrow('one cover');
});

test('what was done beats what failed, whichever is recorded first', () => {
  const agreed = agree([1], after());
  const failedFirst = after(...agreed, ...decideOutcomes([failed(1)], at, after(...agreed)));
  const state = after(...agreed, ...decideOutcomes([failed(1)], at, after(...agreed)), ...decideOutcomes([approved(1)], at, failedFirst));
  expect(state.items[0]).toMatchObject({ status: 'approved', pinId: 'pin 1' });
  expect(state.items[0]).not.toHaveProperty('errorCode');
  expect(decideOutcomes([failed(1)], at, state)).toEqual([]);
});

test('edits are bounded as proposals are', () => {
  const large = (number: number) => ({
    number,
    write: { ...proposedPin(), content: { ...proposedPin().content, description: 'x'.repeat(200_000) } },
  });
  expect(decideAgreement({ items: [large(1)], agreedBy, at }, after())).toHaveLength(1);
  expect(() => decideAgreement({ items: [large(1), large(2)], agreedBy, at }, after())).toThrow('too large');
  const [agreed] = decideAgreement({ items: [large(1)], agreedBy, at }, after());
  expect(() => decideAgreement({ items: [large(2)], agreedBy, at }, after(agreed!))).toThrow('too large');
});

test('every sample folds', () => {
  for (const { samples: some } of samples)
    expect(
      fold(
        proposalStream.decider,
        some.map(({ fact }) => fact as ProposalFact),
      ).kind,
    ).toBe('proposal');
});
