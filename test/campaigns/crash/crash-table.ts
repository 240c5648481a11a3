import type { CrashReport } from './crash-campaign';

/** What a crash campaign came to, one line per number. */
export function crashTable(report: CrashReport): string {
  const { kills, freezes, killsOf, restartsMs, troubled, answered, publishedOnce } = report;
  const { duplicates, lost, missingWebhooks, unknownLeft, cutShort, foundAgain, violations, tookMs } = report;
  const rows: [string, string | number][] = [
    ['kills', kills],
    ...Object.entries(killsOf)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, count]): [string, number] => [`  of ${name}`, count]),
    ['freezes', freezes],
    ['median start of all', `${(median(restartsMs) / 1000).toFixed(1)} s`],
    ['troubled by platform', troubled],
    ['answered', answered],
    ['published once', publishedOnce],
    ['unknown outcomes', cutShort],
    ['found again', foundAgain],
    ['duplicates', duplicates],
    ['lost', lost],
    ['missing webhooks', missingWebhooks],
    ['unknown left', unknownLeft],
    ['violations', violations.length],
    ['took', `${Math.round(tookMs / 1000)} s`],
  ];
  return rows.map(([name, value]) => `${name.padEnd(22)}${String(value).padStart(7)}`).join('\n');
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
