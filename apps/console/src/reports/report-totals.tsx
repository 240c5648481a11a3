import type { DashboardSummary } from 'pin-publishing';
import { countText } from '../shown/count-text';

type Totals = DashboardSummary['pins'];

/** What became of the pins that were created in the range, beside the range before, which is as long. */
export const ReportTotals = ({ pins, before }: { readonly pins: Totals; readonly before: Totals }) => (
  <dl className="numbers">
    <Total name="created" now={countText(pins.submitted)} before={countText(before.submitted)} />
    <Total name="of these published" now={countText(publishedOf(pins))} before={countText(publishedOf(before))} />
    <Total name="of these failed" now={countText(failedOf(pins))} before={countText(failedOf(before))} />
    <Total name="success" now={rateText(pins)} before={rateText(before)} />
  </dl>
);

const Total = ({ name, now, before }: { readonly name: string; readonly now: string; readonly before: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{now}</dd>
    <dd className="quiet">before: {before}</dd>
  </div>
);

const publishedOf = ({ by_status: byStatus }: Totals): number => byStatus['published'] ?? 0;
const failedOf = ({ by_status: byStatus }: Totals): number => byStatus['failed'] ?? 0;
const rateText = ({ success_rate: rate }: Totals): string => (rate === null ? '—' : `${(rate * 100).toFixed(1)} %`);
