import { alignColumns } from '../../../apps/pinctl/align-columns';
import type { OutageReport } from './outage-campaign';

/** What a campaign of outages came to, one line for each kind. */
export function outageTable(reports: readonly OutageReport[]): string {
  const header = ['OUTAGE', 'TIMES', 'PINS', 'ONCE', 'LOST', 'TWICE', 'BACK p50', 'BACK MAX', 'VIOLATIONS'];
  return alignColumns(
    header,
    reports.map(({ kind, backMs, answered, publishedOnce, lost, duplicates, violations }) => {
      const sorted = [...backMs].sort((a, b) => a - b);
      const shown = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0].map((ms) => `${(ms / 1_000).toFixed(1)} s`);
      return [kind, ...[backMs.length, answered, publishedOnce, lost, duplicates].map(String), ...shown, String(violations.length)];
    }),
  );
}
