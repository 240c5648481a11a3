/** `2026-01-01T20:10:40`: UTC, to the second, and as the platform writes it, without a zone. */
export function zonelessTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}
