/** What the operations on proposals are for, what happens next, what they cost and why they refuse. */
export const proposalsProse: Readonly<Record<string, string>> = {
  createProposal:
    'Asks the person of the project to agree to 1 to 100 pins, schedules, changes of what waits, or retries of failed pins. Nothing is published and no quota is used before; the answer has the page on which the person looks at each item, edits, approves or declines it. It waits for 7 days, and ends earlier with the key or grant that made it. The same items again are the same proposal. 1,000 items of one key may wait: then 409 `proposals_full`.',
  listProposals:
    'Lists the proposals of the project, the newest first, without their items. A key that is limited to some accounts sees those that concern no others, and its own. It costs nothing.',
  getProposal:
    'Reads a proposal: each item with what became of it, and of what is open the checks that a creation would meet, with the forecast of a schedule, also of one that would be moved; units of the quota are counted over all that is open. `decided` means that nothing is open. It takes no units.',
  approveProposal:
    'Agrees to items, edited by `changes` where given, and does them at once with what the person may do now; without `items` to all that is open. Only for sessions: 403 `session_required` for keys and programs. A repeat makes nothing twice; what a stop leaves `approving` the service does within a minute. An item that was agreed to with another content is 409 `conflict`. An item that is refused is `failed`, with the reason, and may be approved again. Each pin made uses one unit of quota. Once the proposal has expired, or its key has ended or may not do any more what it asks for: 409 `proposal_closed`.',
  declineProposal:
    'Declines items, without `items` all that is open: they will not be done. Only for sessions. An item that was approved is refused with 409 `conflict`. It costs nothing.',
};
