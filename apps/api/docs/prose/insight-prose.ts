/** What the operations on figures and history are for, and why they refuse. */
export const insightProse: Readonly<Record<string, string>> = {
  getDashboardSummary:
    'Sums up a range of time beside the one before: pins by status, success rate, a series by hours or days, accounts, the queue now. Days are those of `tz`. Ranges of more than 366 days are refused.',
  listActivity:
    'Lists what happened in the project and its organization in words: sign-ins, publishing, changes, payments, with who did it. It goes back as far as the plan keeps it. It costs nothing.',
  streamChanges:
    'Tells as server-sent events which pins, schedules, imports, accounts, webhooks and the rest of the project have changed, within a second: with their ids, without contents. A key that is limited to some accounts is told of those. What an event tells of, a read that is sent after it shows. Open the stream first, then read; after `reset` read again. A stream ends at once with its session or key; 10 of a session or key and 100 of an organization are open at a time: else 429. Each browser needs one only.',
  listRequests:
    'Lists the calls that programs and people made in the last 7 days, the newest first: route, status, error code and milliseconds, without bodies. A session sees all of the project, a key its own. It costs nothing.',
  getRequest:
    'Looks up one call by its `X-Request-ID`, which is the `request_id` of an error. What is older than 7 days, or is another’s, is 404.',
  listAuditEvents:
    'Lists the facts of the history in their order, each with the hash under which it is signed: for auditors. `scope=organization` lists those that belong to no project. Ask again with `next_cursor` to follow it. Only people and keys without an allow-list may.',
  exportAuditEvents:
    'Downloads the history as NDJSON, a fact on each line; after a break continue with `cursor`. Two exports of an organization run at a time: else 429 with `Retry-After`.',
  listAuditCheckpoints:
    'Lists what was signed of the history: its size and root hash, within a minute of each fact. Store them elsewhere: they prove later that nothing was changed.',
  listAuditKeys: 'Lists the keys that sign checkpoints. Anybody who verifies a history needs them.',
  proveAuditEvent:
    'Proves that a fact is in the history of a given size: the path from its hash to the signed root (RFC 9162). `docs/verify-history.mjs` checks it.',
  proveAuditConsistency:
    'Proves that the history of one size begins with all of that of a smaller one: nothing was changed or taken out in between.',
};
