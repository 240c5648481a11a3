import { PlatformError, type PlatformErrorKind } from '@pps/platform';

const short: Readonly<Record<PlatformErrorKind, string>> = {
  validation: 'val',
  media_unreachable: 'url',
  invalid_image: 'img',
  unauthorized: 'una',
  grant_refused: 'grt',
  scope_missing: 'scp',
  board_access_denied: 'den',
  trial_access: 'tri',
  board_not_found: 'bnf',
  board_section_not_found: 'snf',
  pin_not_found: 'pnf',
  media_not_found: 'mnf',
  upload_refused: 'upl',
  conflict: 'cnf',
  rate_limited: 'lim',
  blocked: 'blk',
  not_available: 'nav',
  upstream: 'up',
  network: 'net',
  timeout: 'time',
  aborted: 'gone',
  malformed_answer: 'bad',
  unclassified: 'unc',
};

/** Short names, for tables: the kind; with `?` when a write may have taken effect, with `0` when nothing was sent. */
export function outcomeClassOf(error: unknown): string {
  if (!(error instanceof PlatformError)) return `NOT A PLATFORM ERROR: ${String(error)}`;
  const mark = { refused: '', unknown: '?', not_sent: '0' }[error.outcome];
  return `${short[error.kind]}${mark}`;
}

/** What the short names stand for, in order of kind. */
export const outcomeClassNames: readonly (readonly [string, PlatformErrorKind])[] = Object.entries(short).map(([kind, name]) => [
  name,
  kind as PlatformErrorKind,
]);
