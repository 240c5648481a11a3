const mostLines = 12;
const mostLetters = 600;
const logs = new Set<readonly string[]>();

/** Has the newest lines of a log shown where a test or hook of the running file fails. */
export const showIfFailed = (log: readonly string[]): unknown => logs.add(log);

/** When the file has ended. */
export const dropLogs = (): void => logs.clear();

/** Warnings and errors, the newest of each log, at most 12 of 600 letters; output that is no log counts as one. */
export const lastTroubles = (): string[] =>
  [...logs].flatMap((log) =>
    log
      .filter(isTrouble)
      .slice(-mostLines)
      .map((line) => line.slice(0, mostLetters)),
  );

const isTrouble = (line: string): boolean => !/"level":"?(trace|debug|info|10|20|30)\b/.test(line);
