/** Milliseconds that a `Retry-After` header (seconds or an HTTP date) asks to wait; undefined when it says neither. */
export function retryAfterMs(header: string | undefined, at: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = /GMT$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - at.getTime());
}
