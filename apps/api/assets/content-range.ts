import type { ByteRange } from '@pps/asset-storage';

/** The one range a request asks for (RFC 9110): null where it asks for all or in a way that may be ignored, `unsatisfiable` beyond the end. */
export function contentRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < Number(first)) return null;
  return Number(first) >= size ? 'unsatisfiable' : { start: Number(first), end };
}
