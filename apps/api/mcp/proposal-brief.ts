import type { ProposalItem, ProposalView } from '@pps/proposals/events';
import type { ListedProposals } from '@projections/proposals/list-proposals.query';
import type { McpParts } from './mcp-parts';
import { outsideWords } from './outside-words';
import { countSchema, flagSchema, listOf, outsideText, resultSchema, textSchema, uuidSchema, type JsonSchema } from './tool';
import { proposalUrl } from '../proposals/proposal-body';

/** A proposal as tools show it. */
export const proposalSchema = resultSchema(
  {
    id: uuidSchema,
    status: { type: 'string', enum: ['open', 'decided', 'expired', 'ended'] },
    total_items: countSchema,
    open_items: countSchema,
    approved_items: countSchema,
    next: textSchema,
    link: textSchema,
    repeated: flagSchema,
  },
  'repeated',
);

export const proposedItemsSchema: JsonSchema = listOf(
  resultSchema(
    {
      number: countSchema,
      action: textSchema,
      status: textSchema,
      pin_id: uuidSchema,
      schedule_id: uuidSchema,
      code: textSchema,
      remedy: textSchema,
      outside_text: outsideText,
    },
    'pin_id',
    'schedule_id',
    'code',
    'remedy',
  ),
);

/** What a tool answers, or the proposal that it made or looked for instead, which has the form of `proposalSchema`: that is listed once, as it is long. */
export const orProposal = ({ properties, required, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  properties: { ...(properties as object), proposal: { type: 'object' } },
  anyOf: [{ required }, { required: ['proposal'] }],
});

/** A proposal as it is listed, without its items. */
interface CountedProposal extends Pick<ProposalView, 'proposalId' | 'status' | 'expiresAt'> {
  readonly total: number;
  readonly open: number;
  readonly approved: number;
}

export function proposalBrief(parts: Pick<McpParts, 'app'>, { items, ...proposal }: ProposalView) {
  const approved = items.filter((item) => item.status === 'approved').length;
  return countedBrief(parts, { ...proposal, total: items.length, open: items.filter((item) => isOpen(item)).length, approved });
}

/** The same of a row. */
export const listedBrief = (parts: Pick<McpParts, 'app'>, row: ListedProposals['rows'][number]) =>
  countedBrief(parts, {
    ...{ proposalId: row.proposal_id, status: row.status, expiresAt: row.expires_at.toISOString() },
    ...{ total: row.total_items, open: row.open_items, approved: row.approved_items },
  });

const countedBrief = ({ app }: Pick<McpParts, 'app'>, proposal: CountedProposal) => ({
  id: proposal.proposalId,
  status: proposal.status,
  total_items: proposal.total,
  open_items: proposal.open,
  approved_items: proposal.approved,
  next: nextOf(proposal),
  link: proposalUrl(app.configuration, proposal.proposalId),
});

export const proposedItems = ({ items }: ProposalView) =>
  items.map((item) => {
    const { number, status, write } = item;
    const made = status === 'approved' ? item : {};
    const ids = { ...('pinId' in write && { pin_id: write.pinId }), ...('scheduleId' in write && { schedule_id: write.scheduleId }) };
    return {
      number,
      action: write.action,
      status,
      ...ids,
      ...('pinId' in made && made.pinId !== undefined && { pin_id: made.pinId }),
      ...('scheduleId' in made && made.scheduleId !== undefined && { schedule_id: made.scheduleId }),
      ...(status === 'failed' && { code: item.errorCode, ...(item.remediation !== undefined && { remedy: item.remediation }) }),
      outside_text: outsideWords({
        title: 'content' in write ? write.content?.title : null,
        error: status === 'failed' ? item.errorMessage : null,
      }),
    };
  });

const isOpen = ({ status }: ProposalItem): boolean => status === 'waiting' || status === 'approving' || status === 'failed';

function nextOf({ status, expiresAt, open, approved }: CountedProposal): string {
  if (status === 'open')
    return `Nothing is published before the person agrees: give them the link. ${open} wait until ${expiresAt}; get_pin with this id says what became of it.`;
  if (status === 'decided') return `The person has decided: ${approved} approved, the others declined. Do not propose those again unasked.`;
  return 'Nobody can agree to it any more. Propose it anew if it is still wanted.';
}
