import type { CrashReport } from './crash-campaign';

/** What a crash campaign came to, one line per number. */
export function crashTable(report: CrashReport): string {
  const { kills, restartsMs, answered, publishedOnce, duplicates, lost, missingWebhooks, unknownLeft, cutShort, foundAgain } = report;
  const rows: [string, string | number][] = [
    ['kills', kills],
    ['restarts', restartsMs.length],
    ['median restart', `${(median(restartsMs) / 1000).toFixed(1)} s`],
    ['answered', answered],
    ['published once', publishedOnce],
    ['attempts cut short', cutShort],
    ['found again', foundAgain],
    ['duplicates', duplicates],
    ['lost', lost],
    ['missing webhooks', missingWebhooks],
    ['unknown left', unknownLeft],
    ['violations', report.violations.length],
  ];
  return rows.map(([name, value]) => `${name.padEnd(20)}${String(value).padStart(7)}`).join('\n');
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
