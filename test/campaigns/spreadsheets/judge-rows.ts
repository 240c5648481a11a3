/** What became of a row that was sent, saved by a program and sent again. */
export type Verdict = 'same' | 'refused with words' | 'silently wrong' | 'published twice' | 'changed by the program';

/** A row of an import that has ended. */
export interface RowResult {
  readonly status: string;
  readonly pin_id: string | null;
  readonly schedule_id: string | null;
  readonly error_message: string | null;
}

export interface JudgedRow {
  readonly verdict: Verdict;
  /** What the service said, or what differs. */
  readonly said: string;
}

/** What was asked for, by the names of fields, each as JSON. */
export type AskedFields = Readonly<Record<string, string>>;

const fields = [
  ...['account_id', 'board_id', 'board_section_id', 'title', 'description', 'link_url', 'image_url', 'alt_text'],
  ...['related_terms', 'dominant_color', 'run_at'],
];

/** What a pin or schedule, as the API shows it, was asked for. */
export function askedFieldsOf(body: Readonly<Record<string, unknown>>): AskedFields {
  const payload = typeof body['payload'] === 'object' ? body['payload'] : {};
  const all: Readonly<Record<string, unknown>> = { account_id: body['platform_account_id'], ...body, ...payload };
  return Object.fromEntries(fields.map((field) => [field, JSON.stringify(all[field] ?? null)]));
}

const idOf = ({ pin_id, schedule_id }: RowResult): string | null => pin_id ?? schedule_id;

/** Judges a row by the pin or schedule that it had made before; `now`: what it stands for after the program, null where for nothing. */
export function judgeRow(
  before: RowResult & { readonly asked: AskedFields },
  after: RowResult,
  now: AskedFields | null,
  isText: boolean,
): JudgedRow {
  if (after.status === 'failed') {
    const said = after.error_message ?? '';
    return said === '' ? { verdict: 'silently wrong', said: 'refused without words' } : { verdict: 'refused with words', said };
  }
  if (idOf(before) === idOf(after)) return { verdict: 'same', said: '' };
  const differences = fields.filter((field) => now?.[field] !== before.asked[field]);
  if (differences.length === 0) return { verdict: 'published twice', said: '' };
  const said = differences.map((field) => `${field} ${before.asked[field]} became ${now?.[field]}`).join(', ');
  return { verdict: isText ? 'changed by the program' : 'silently wrong', said };
}
