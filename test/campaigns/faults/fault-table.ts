import { alignColumns } from '../../../apps/pinctl/align-columns';
import type { FaultReport } from './fault-campaign';

/** What a campaign of faults came to, one line per fault. */
export function faultTable(reports: readonly FaultReport[]): string {
  const header = ['FAULT', 'ANSWERS', 'PINS', 'ONCE', 'CREATING BACK', 'PUBLISHING BACK', 'OVER-ISSUED', 'VIOLATIONS'];
  return alignColumns(
    header,
    reports.map((report) => [
      report.fault,
      Object.entries(report.answers)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
      String(report.answered),
      String(report.publishedOnce),
      seconds(report.creatingBackMs),
      seconds(report.publishingBackMs),
      report.overIssued.toFixed(1),
      String(report.violations.length),
    ]),
  );
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
