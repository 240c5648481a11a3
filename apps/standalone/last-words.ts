/** What a process wrote last to its standard error, as one readable line: of a JSON log line its message. */
export function lastWordsOf(line: string): string {
  try {
    const { msg, err } = JSON.parse(line) as { msg?: unknown; err?: { message?: unknown } };
    return [msg, err?.message].filter((text) => typeof text === 'string').join(': ');
  } catch {
    return line.trim();
  }
}
