import type { PlatformErrorKind, PlatformOutcome } from '../platform-error';

interface RefusedAnswer {
  readonly status: number;
  readonly code: number | undefined;
  readonly message: string;
}

interface Row {
  readonly status: number;
  readonly code: number;
  readonly kind: PlatformErrorKind;
  /** Only when the platform's words match. */
  readonly words?: RegExp;
  /** Only for calls whose name starts so. */
  readonly call?: string;
}

/** First match wins. */
const rows: readonly Row[] = [
  { status: 400, code: 1, kind: 'media_unreachable', words: /(unable|could not|failed|can't|cannot) (to )?(reach|fetch|download)/i },
  { status: 400, code: 1, kind: 'invalid_image', words: /format of the image|image format|image is (broken|corrupt)/i },
  { status: 400, code: 1, kind: 'validation' },
  { status: 400, code: 400, kind: 'validation' },
  { status: 401, code: 2, kind: 'unauthorized' },
  { status: 401, code: 3, kind: 'scope_missing' },
  { status: 401, code: 7, kind: 'board_access_denied' },
  { status: 403, code: 29, kind: 'trial_access', words: /trial/i },
  { status: 403, code: 29, kind: 'board_access_denied' },
  { status: 403, code: 233, kind: 'invalid_image' },
  { status: 403, code: 235, kind: 'invalid_image' },
  { status: 403, code: 403, kind: 'board_access_denied' },
  { status: 404, code: 40, kind: 'board_not_found' },
  { status: 404, code: 404, kind: 'media_not_found', call: 'media.' },
  { status: 404, code: 404, kind: 'media_not_found', call: 'pins.create', words: /media/i },
  { status: 404, code: 404, kind: 'board_not_found' },
  { status: 404, code: 2031, kind: 'board_section_not_found' },
  { status: 404, code: 50, kind: 'pin_not_found' },
  { status: 501, code: 4181, kind: 'not_available' },
  { status: 503, code: 4197, kind: 'not_available' },
];

/** The code of the block with which the platform holds an account back, whatever the status. */
const blockCode = 9;
/** The code of a fault on the platform's side, whatever the status. */
const faultCode = 2787;
const blockWords = /\bcombat spam\b|\bblock\b.{0,40}\bin place\b/i;
const passingWords = /\b(try|trying) (again|(it|this) again|again (later|shortly|soon))\b|\bon our (end|side)\b|\btemporar(y|ily)\b/i;

/** The kind of an answer that is no success, by status and code, by its words only where the platform uses one code for two things. */
export function classify(operation: string, { status, code, message }: RefusedAnswer): PlatformErrorKind {
  if (operation === 'media.upload' && status >= 400 && status < 500) return 'upload_refused';
  const held = status >= 400 && status < 500 && status !== 408 ? classifyPassing(code, message) : null;
  if (code === blockCode || code === faultCode) return held ?? classifyByStatus(status, code);
  if (operation === 'token' && (status === 400 || status === 401 || status === 403)) return held ?? refusedGrant(status, code);
  const row = rows.find(
    (each) =>
      each.status === status &&
      each.code === code &&
      (each.words === undefined || each.words.test(message)) &&
      (each.call === undefined || operation.startsWith(each.call)),
  );
  return row?.kind ?? classifyUnlisted(status, code, held);
}

/** Whether a refused call can have taken effect: any 5xx but the two documented refusals, a 408, and what is neither success nor refusal. */
export function outcomeOf(kind: PlatformErrorKind, status: number): PlatformOutcome {
  if (kind === 'not_available') return 'refused';
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unknown';
}

/** A refusal that the platform itself calls a passing one. */
function classifyPassing(code: number | undefined, message: string): 'blocked' | 'upstream' | null {
  if (code === blockCode || blockWords.test(message)) return 'blocked';
  return code === faultCode || passingWords.test(message) ? 'upstream' : null;
}

/** Where something on the way answers 403 without a code, the grant may be as good as before. */
const refusedGrant = (status: number, code: number | undefined): PlatformErrorKind =>
  status === 403 && code === undefined ? 'unclassified' : 'grant_refused';

function classifyUnlisted(status: number, code: number | undefined, held: 'blocked' | 'upstream' | null): PlatformErrorKind {
  const kind = classifyByStatus(status, code);
  if (held === 'blocked' || kind === 'unclassified') return held ?? kind;
  return kind;
}

function classifyByStatus(status: number, code: number | undefined): PlatformErrorKind {
  if (status === 409) return 'conflict';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'upstream';
  if (status === 401 && code === undefined) return 'unauthorized';
  return 'unclassified';
}
