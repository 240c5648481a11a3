import { proposalMade, proposedPin } from '@pps/proposals/testing';
import { describeProposal, proposalStream, type Proposal, type ProposalView, type ProposedWrite } from '@pps/proposals/events';
import { fold } from '@pps/kernel';
import type { ShownItem } from '@pps/use-cases';
import { textOf } from '../web-page';
import { proposalPage } from './proposal.page';

const { accountId, content } = proposedPin();
const subject: ShownItem['subject'] = { accountId, boardId: '1', content, status: 'failed', updatedAt: '2026-11-20T09:00:00.000Z' };
const accounts = new Map([[accountId, 'garden']]);

const boardName = ({ boardId }: { readonly boardId: string }) => `${boardId} (${boardId === '1' ? 'Doors' : 'Gates <b>'})`;

const viewOf = (...items: ProposedWrite[]): ProposalView =>
  describeProposal(fold(proposalStream.decider, [proposalMade({ items })]) as Proposal, { at: '2026-11-20T11:00:00.000Z', isEnded: false });

function pageOf(items: readonly ProposedWrite[], more: Partial<Parameters<typeof proposalPage>[0]> = {}, problem?: string): string {
  const shown = items.map((write, index) => ({
    number: index + 1,
    subject: 'pinId' in write ? subject : null,
    fingerprint: `f${index + 1}.`,
  }));
  const view = { ticket: 't', proposal: viewOf(...items), isSandbox: false, accounts, boardName, shown, checked: [], ...more };
  return textOf(proposalPage(view, problem).content).replace(/\s+/g, ' ');
}

test('a retry shows the whole of what would be published', () => {
  const page = pageOf([{ action: 'retry_pin', accountId, pinId: 'p' }]);
  for (const text of ['garden', 'Blue door', 'https://example.org/door', 'https://example.org/door.jpg']) expect(page).toContain(text);
  expect(page).not.toContain('<mark>');
});

test('a change shows what it leads to, what of it is new and what was there', () => {
  const page = pageOf([{ action: 'change_pin', accountId, pinId: 'p', changes: { title: '<b>evil', linkUrl: null, altText: 'A door' } }]);
  expect(page).toContain('<mark>&lt;b&gt;evil</mark> <span class="hint">Before: <bdi>Blue door</bdi></span>');
  expect(page).toContain('<em>is taken away</em> <span class="hint">Before: <bdi>https://example.org/door</bdi></span>');
  expect(page).toContain('<mark>A door</mark> <span class="hint">New.</span>');
  expect(page).toContain('https://example.org/door.jpg');
});

test('an image in the place of another is shown as that alone', () => {
  const page = pageOf([{ action: 'change_pin', accountId, pinId: 'p', changes: { assetId: 'mine' } }]);
  expect(page).toContain('<mark>mine</mark>');
  expect(page).toMatch(/Image address<\/dt> <dd dir="auto"><em>is taken away/);
  expect(page).not.toContain('whoever runs that address');
});

test('what was shown comes back with the answer, and that a picture may change is said', () => {
  const page = pageOf([proposedPin(), proposedPin('Red')]);
  expect(page).toContain('name="shown-1" value="f1."');
  expect(page).toContain('name="shown-2" value="f2."');
  expect(page).toContain('whoever runs that address can show another one');
});

test('checks that cannot be read are told, and a pin that is gone is shown by what was asked', () => {
  const write: ProposedWrite = { action: 'change_pin', accountId, pinId: 'gone', changes: { title: 'New' } };
  const page = pageOf([write], { checked: null, shown: [{ number: 1, subject: null, fingerprint: 'f.' }] });
  expect(page).toContain('What the checks say cannot be read');
  expect(page).toContain('New');
});

test('boards have their numbers and what they are called, also where something moves', () => {
  const page = pageOf([proposedPin(), { action: 'change_pin', accountId, pinId: 'p', boardId: '2', changes: {} }]);
  expect(page).toContain('<dd dir="auto">813744226420000001 (Gates &lt;b&gt;)</dd>');
  expect(page).toContain('<mark>2 (Gates &lt;b&gt;)</mark> <span class="hint">Before: <bdi>1 (Doors)</bdi></span>');
});
