const mostLines = 12;
const mostLetters = 600;
const logs = new Set<readonly string[]>();

const isTrouble = (line: string): boolean => !/"level":"?(trace|debug|info|10|20|30)\b/.test(line);

/** Logs of what the running test file has started, for whoever reads why one of its tests failed. */
export const serviceLogs = {
  /** Has the newest lines shown where a test or hook fails. */
  watch: (log: readonly string[]): unknown => logs.add(log),
  /** Warnings and errors, the newest of each log, at most 12 of 600 letters; output that is no log counts as one. */
  troubles: (): string[] =>
    [...logs].flatMap((log) =>
      log
        .filter(isTrouble)
        .slice(-mostLines)
        .map((line) => line.slice(0, mostLetters)),
    ),
  /** When the file has ended. */
  drop: (): void => logs.clear(),
};
