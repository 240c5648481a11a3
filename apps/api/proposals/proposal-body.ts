import type { ProposalItem, ProposalView, ProposedWrite } from '@pps/proposals/events';
import type { Configuration } from '@pps/runtime';
import type { CheckedProposalItem, ShownItem } from '@pps/use-cases';
import type { ListedProposals } from '@projections/proposals/list-proposals.query';
import { contentBody } from '../pins/content-body';
import { webRoot } from '../web/render-page';
import { changedFields } from './changed-fields';
import { itemFields } from './item-fields';

type Address = Pick<Configuration, 'PUBLIC_URL'>;

/** The page on which a person agrees to a proposal. */
export const proposalUrl = (configuration: Address, proposalId: string): string =>
  new URL(`${webRoot(configuration)}/proposal?id=${proposalId}`, configuration.PUBLIC_URL).href;

/** A proposal as responses show it; with what its open items change, and their checks, where that was looked up. */
export function toProposalBody(
  configuration: Address,
  proposal: ProposalView,
  checked: readonly CheckedProposalItem[] = [],
  shown: readonly ShownItem[] = [],
) {
  const count = (...statuses: readonly ProposalItem['status'][]) => proposal.items.filter(({ status }) => statuses.includes(status)).length;
  const checksOf = new Map(checked.map(({ number, checks }) => [number, checks]));
  const shownOf = new Map(shown.map((item) => [item.number, item]));
  return {
    id: proposal.proposalId,
    workspace_id: proposal.projectId,
    status: proposal.status,
    api_key_id: proposal.proposedBy.keyId ?? null,
    client_name: proposal.proposedBy.clientName ?? null,
    url: proposalUrl(configuration, proposal.proposalId),
    total_items: proposal.items.length,
    open_items: count('waiting', 'approving', 'failed'),
    approved_items: count('approved'),
    items: proposal.items.map((item) => toItemBody(item, checksOf.get(item.number) ?? [], shownOf.get(item.number))),
    created_at: proposal.proposedAt,
    expires_at: proposal.expiresAt,
    updated_at: proposal.updatedAt,
  };
}

/** A proposal in a list: without its items, so that the answer is bounded by the number of proposals. */
export const toListedProposalBody = (configuration: Address, row: ListedProposals['rows'][number]) => ({
  id: row.proposal_id,
  workspace_id: row.project_id,
  status: row.status,
  api_key_id: row.key_id,
  client_name: row.client_name,
  url: proposalUrl(configuration, row.proposal_id),
  total_items: row.total_items,
  open_items: row.open_items,
  approved_items: row.approved_items,
  items: [],
  created_at: row.made_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

function toItemBody(item: ProposalItem, checks: CheckedProposalItem['checks'], shown: ShownItem | undefined) {
  const { number, write, status } = item;
  const failure = status === 'failed' ? item : null;
  const decision =
    'agreedBy' in item
      ? { ...item.agreedBy, at: item.agreedAt }
      : status === 'declined'
        ? { ...item.declinedBy, at: item.declinedAt }
        : null;
  const [before, after] = shown ? itemFields(write, shown) : [null, null];
  const made: { readonly pinId?: string; readonly scheduleId?: string } = status === 'approved' ? item : {};
  return {
    number,
    action: write.action,
    status,
    account_id: write.accountId,
    payload: payloadBody(write),
    pin_id: ('pinId' in write ? write.pinId : made.pinId) ?? null,
    schedule_id: ('scheduleId' in write ? write.scheduleId : made.scheduleId) ?? null,
    decided_by: decision?.by ?? null,
    decided_by_user_id: decision?.userId ?? null,
    decided_at: decision?.at ?? null,
    error_code: failure?.errorCode ?? null,
    error_message: failure?.errorMessage ?? null,
    remediation: failure?.remediation ?? null,
    checks,
    before,
    after,
    fingerprint: shown?.fingerprint ?? null,
  };
}

function payloadBody(write: ProposedWrite) {
  if (write.action === 'publish' || write.action === 'schedule') {
    const runAt = write.action === 'schedule' ? { run_at: write.runAt } : {};
    const key = write.idempotencyKey === undefined ? {} : { idempotency_key: write.idempotencyKey };
    return { account_id: write.accountId, board_id: write.boardId, ...contentBody(write.content ?? {}), ...runAt, ...key };
  }
  const board = write.boardId === undefined ? {} : { board_id: write.boardId };
  if (write.action === 'retry_pin') return { ...(write.toAccountId !== undefined && { account_id: write.toAccountId }), ...board };
  const runAt = write.action === 'change_schedule' && write.runAt !== undefined ? { run_at: write.runAt } : {};
  return { ...board, ...changedFields(write.changes ?? {}), ...runAt };
}
