import type { ProposalItem, ProposalView } from '@pps/proposals/events';
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

export function proposalBrief({ app }: Pick<McpParts, 'app'>, proposal: ProposalView) {
  const { proposalId, status, items } = proposal;
  const approved = items.filter((item) => item.status === 'approved').length;
  const open = items.filter((item) => isOpen(item)).length;
  return {
    id: proposalId,
    status,
    total_items: items.length,
    open_items: open,
    approved_items: approved,
    next: nextOf(proposal, open, approved),
    link: proposalUrl(app.configuration, proposalId),
  };
}

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

function nextOf({ status, expiresAt }: ProposalView, open: number, approved: number): string {
  if (status === 'open')
    return `Nothing is published before the person agrees: give them the link. ${open} wait until ${expiresAt}; get_pin with this id says what became of it.`;
  if (status === 'decided') return `The person has decided: ${approved} approved, the others declined. Do not propose those again unasked.`;
  return 'Nobody can agree to it any more. Propose it anew if it is still wanted.';
}
