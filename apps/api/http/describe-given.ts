import { cleanOutsideText, type FieldError } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';

type Loc = FieldError['loc'];
type Request = Pick<FastifyRequest, 'body' | 'query' | 'params' | 'headers'>;

const longestShown = 60;
/** Beyond, nobody counts. */
const longestCounted = 2_000;

/** Fields whose values are secrets or of persons: of these the kind alone is told. */
const confidential = /pass|secret|token|key|code|ticket|state|auth|header|cookie|mail|phone|tax|address|name|cursor|file|body/i;
/** The same of values, whatever their field: keys, signing secrets, tokens, addresses, parameters of a link. */
const confidentialValue = /^(pps|wh(sec|sk|pk))_|^eyJ|@|\?/;
const longestWord = 20;
/** A long word is a secret in the wrong place more often than not, unless it has the form of an id or a moment: of a text with one its size is told. */
const plainWord = /^(?:\S{0,19}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\dTZ:.+-]{20,40})$/i;
const isPlain = (text: string): boolean =>
  text
    .slice(0, longestShown + longestWord)
    .split(/\s+/)
    .every((word) => plainWord.test(word));

/** What stands in the place of a fault, in words of at most 100 characters and never a secret; null where the request no longer shows it. */
export function describeGiven(loc: Loc, request: Request): string | null {
  const [where, ...way] = loc;
  if (where === 'body' && String(request.headers['content-type']).startsWith('multipart/')) return null;
  const value = valueAt(rootOf(where, request), where === 'header' ? way.map((step) => String(step).toLowerCase()) : way);
  const isShown = where !== 'header' && !way.some((step) => typeof step === 'string' && confidential.test(step));
  return describe(value, isShown);
}

const rootOf = (where: Loc[number] | undefined, { body, query, params, headers }: Request): unknown =>
  where === 'body' ? body : where === 'query' ? query : where === 'path' ? params : headers;

function valueAt(root: unknown, way: Loc): unknown {
  let value = root;
  for (const step of way) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  return value;
}

function describe(value: unknown, isShown: boolean): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return describeText(value, isShown && !confidentialValue.test(value));
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return `an object with ${counted(Object.keys(value).length, 'field')}`;
  const kind = typeof value === 'number' ? 'number' : 'boolean';
  return isShown ? `the ${kind} ${String(value)}` : `a ${kind}`;
}

function describeText(text: string, isShown: boolean): string {
  if (!isShown) return 'a text';
  if (text === '') return 'an empty text';
  const size = text.length > longestCounted ? `more than ${longestCounted} characters` : counted([...text].length, 'character');
  if (!isPlain(text)) return `a text of ${size}`;
  const beginning = cleanOutsideText(text, longestShown);
  return `a text of ${size}: ${JSON.stringify(beginning)}${beginning.length < text.length ? '…' : ''}`;
}

const counted = (count: number, of: string): string => `${count} ${of}${count === 1 ? '' : 's'}`;
