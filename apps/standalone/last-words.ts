/** The last output of a process on its standard error, as one readable line: of a JSON log line its message. */
export function lastWordsOf(line: string): string {
  try {
    const { msg, message, reason, err } = JSON.parse(line) as Partial<Record<'msg' | 'message' | 'reason', unknown>> & {
      err?: { message?: unknown };
    };
    return [msg, message, reason, err?.message].filter((text) => typeof text === 'string').join(': ');
  } catch {
    return line.trim();
  }
}
