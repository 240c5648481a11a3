import { invalidArgumentFailure } from '../protocol/failures';
import type { ReadFilter } from '../protocol/read-request.codec';

type Filtered = { readonly stream: string; readonly type: string };

const maxPatternLength = 2_000;

/** Which events a filter lets through; a regular expression wins over prefixes. Throws INVALID_ARGUMENT for one that could take exponential time. */
export function createEventFilter({ subject, regex, prefixes }: ReadFilter): (event: Filtered) => boolean {
  const matches = regex === '' ? startsWithAny(prefixes) : matchesPattern(regex);
  return subject === 'stream' ? (event) => matches(event.stream) : (event) => matches(event.type);
}

function startsWithAny(prefixes: readonly string[]): (text: string) => boolean {
  return (text) => prefixes.some((prefix) => text.startsWith(prefix));
}

function matchesPattern(source: string): (text: string) => boolean {
  const pattern = compile(source);
  return (text) => pattern.test(text);
}

function compile(source: string): RegExp {
  if (source.length > maxPatternLength || repeatsRepetition(source)) throw invalidArgumentFailure('the filter expression is too costly');
  try {
    return new RegExp(source);
  } catch {
    throw invalidArgumentFailure('the filter expression is not a regular expression');
  }
}

// A repeated group that can match in several ways, as (a+)+ or (a|aa)+, takes exponential time, and all calls share one thread.
function repeatsRepetition(source: string): boolean {
  if (/\\[1-9]/.test(source)) return true;
  const plain = source
    .replace(/\\./g, '_')
    .replace(/\[[^\]]*\]/g, '_')
    .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(');
  const open: { varies: boolean }[] = [];
  for (const [index, sign] of [...plain].entries()) {
    if (sign === '(') open.push({ varies: false });
    else if (sign === ')') {
      const group = open.pop();
      if (group?.varies && /[*+{]/.test(plain[index + 1] ?? '')) return true;
    } else if ('*+?{|'.includes(sign)) for (const group of open) group.varies = true;
  }
  return false;
}
