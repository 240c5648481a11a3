/** POSTs without an idempotency key that may be sent twice: they change nothing, or find done what the first one did and say so of each item. */
const repeatablePosts: ReadonlySet<string> = new Set([
  'validatePin',
  'validateSchedule',
  'retryPins',
  'deletePins',
  'cancelSchedules',
  'retrySchedules',
  'deleteSchedules',
  'createSandbox',
  'switchProject',
]);

/** Operations that take an idempotency key as part of the question: to make one up would change the answer. */
const askingAboutKeys: ReadonlySet<string> = new Set(['validatePin', 'validateSchedule']);

/** What each line of an NDJSON answer is: the document has no word for it. */
const lineTypes: Readonly<Record<string, string>> = { exportAuditEvents: 'HistoryItem' };

/** What the document has no words for, by operation. */
export const unwrittenTraits = { repeatablePosts, askingAboutKeys, lineTypes };
