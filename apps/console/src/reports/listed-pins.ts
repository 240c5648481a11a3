/** Half-open. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

/** What pins are counted by; each begins the names of two filters of the list. */
export type ReportedCount = 'created' | 'published' | 'failed';
const beginnings = { created: '', published: 'published_', failed: 'failed_' } as const;

/** The list of the pins that a count of a report is of. */
export function listedPins(counted: ReportedCount, { start, end }: Span, more: Readonly<Record<string, string | null>> = {}): string {
  const narrower = Object.entries(more).filter((each): each is [string, string] => each[1] !== null);
  const beginning = beginnings[counted];
  return `/pins?${new URLSearchParams([
    [`${beginning}since`, start.toISOString()],
    [`${beginning}until`, end.toISOString()],
    ...narrower,
  ])}`;
}
