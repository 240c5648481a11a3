import type { Account, DashboardSummary } from 'pin-publishing';
import { accountName } from '../accounts/account-name';
import { useZone } from '../shown/zone';
import { useMe } from '../session/console-session';
import { wallTime } from '../shown/wall-time';
import { BarPlot, type PlotBar } from './bar-plot';
import { listedPins, type ReportedCount, type Span } from './listed-pins';
import { PlotTable } from './plot-table';

interface ReportPlotsProps {
  readonly summary: DashboardSummary;
  readonly accounts: readonly Account[];
}

/** The numbers of a range by days or hours, by state and by account, each with the pins behind it. */
export function ReportPlots({ summary, accounts }: ReportPlotsProps) {
  const zone = useZone(useMe().user.timezone);
  const { granularity, account_id: accountId } = summary;
  const of = granularity === 'day' ? 'Day' : 'Hour';
  const barsOf = (counted: readonly ReportedCount[]): readonly PlotBar[] =>
    spansOf(summary).map(({ span, counts }) => ({
      key: span.start.toISOString(),
      label: wallTime(span.start, zone).slice(0, granularity === 'day' ? 10 : 16),
      parts: counted.map((name) => ({ name, count: counts[name], href: listedPins(name, span, { account_id: accountId }) })),
    }));
  return (
    <div className="plots">
      <Plot name="Published and failed" of={of} bars={barsOf(['published', 'failed'])} />
      <Plot name="Created" of={of} bars={barsOf(['created'])} />
      <Plot name="State of the pins created" of="State" bars={statesOf(summary)} />
      <Plot name="Published by account" of="Account" bars={accountsOf(summary, accounts)} />
    </div>
  );
}

const Plot = ({ name, of, bars }: { readonly name: string; readonly of: string; readonly bars: readonly PlotBar[] }) => (
  <section className="card" aria-label={name}>
    <h2>{name}</h2>
    {bars.every(({ parts }) => parts.every(({ count }) => count === 0)) ? (
      <p className="quiet">None.</p>
    ) : (
      <>
        <BarPlot bars={bars} />
        <PlotTable name={`${name}: table`} of={of} isOfTimes={of === 'Day' || of === 'Hour'} bars={bars} />
      </>
    )}
  </section>
);

interface CountedSpan {
  readonly span: Span;
  readonly counts: Readonly<Record<ReportedCount, number>>;
}

const spansOf = ({ series, end }: DashboardSummary): readonly CountedSpan[] =>
  series.map((counts, index) => ({ span: { start: counts.start, end: series[index + 1]?.start ?? end }, counts }));

const statesOf = (summary: DashboardSummary): readonly PlotBar[] =>
  Object.entries(summary.pins.by_status).map(([status, count]) => ({
    key: status,
    label: status,
    parts: [{ name: 'pins', count, href: listedPins('created', summary, { status, account_id: summary.account_id }) }],
  }));

const accountsOf = (summary: DashboardSummary, accounts: readonly Account[]): readonly PlotBar[] =>
  summary.published_by_account.map(({ account_id: id, published }) => {
    const account = accounts.find((each) => each.id === id);
    const label = account === undefined ? id : accountName(account);
    return { key: id, label, parts: [{ name: 'published', count: published, href: listedPins('published', summary, { account_id: id }) }] };
  });
