import { findProposal, listProposalRows } from '@pps/use-cases';
import { proposalOrder, proposalSort } from '@projections/proposals/list-proposals.query';
import { checkInput } from '../../http/check-input';
import { pageCursorOf, pageCursorText } from '../../lists/page-cursor';
import { ListProposalsDto } from '../../proposals/proposal.dto';
import { idArgument } from '../id-argument';
import { listedBrief, proposalBrief, proposalSchema, proposedItems, proposedItemsSchema } from '../proposal-brief';
import { countSchema, listOf, objectSchema, orNull, resultSchema, textSchema, uuidSchema, type Tool } from '../tool';

const listed: Tool = {
  name: 'list_proposals',
  title: 'List proposals',
  description: 'What a person was asked to agree to, the newest first.',
  set: 'pins',
  scope: 'read',
  effect: 'reads',
  checksItself: true,
  input: objectSchema({
    status: { type: 'string', enum: ['open', 'decided', 'expired', 'ended'] },
    limit: { type: 'integer', minimum: 1, maximum: 50 },
    cursor: textSchema,
  }),
  output: resultSchema({ proposals: listOf(proposalSchema), total: countSchema, next_cursor: orNull(textSchema) }),
  async run(parts, { principal, args }) {
    const query = await checkInput(ListProposalsDto, { limit: 20, ...args }, { loc: ['body'], unknownFields: 'refuse' });
    const cursor = pageCursorOf(query, { sort: proposalSort, types: proposalOrder.types });
    const { status, offset } = query;
    const filter = { status, offset, limit: Math.min(query.limit, 50), cursor };
    const { rows, total, next } = await listProposalRows(parts.app, principal, filter);
    return { proposals: rows.map((row) => listedBrief(parts, row)), total, next_cursor: next ? pageCursorText(next) : null };
  },
};

const one: Tool = {
  name: 'get_proposal',
  title: 'Get a proposal',
  description: 'What a person was asked to agree to, and what became of each item.',
  set: 'pins',
  scope: 'read',
  effect: 'reads',
  input: objectSchema({ id: uuidSchema }, ['id']),
  output: resultSchema({ proposal: proposalSchema, items: proposedItemsSchema }),
  async run(parts, { principal, args }) {
    const proposal = await findProposal(parts.app, principal, idArgument(args['id']));
    return { proposal: proposalBrief(parts, proposal), items: proposedItems(proposal) };
  },
};

export const proposalTools: readonly Tool[] = [listed, one];
