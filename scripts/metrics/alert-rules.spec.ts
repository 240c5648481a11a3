import { existsSync, readFileSync } from 'node:fs';
import { readSourceFiles } from '../../test/boundaries/source-files';
import { groupingLabelsOf, readAlertRules, selectorsOf } from './alert-rules';
import { metricCatalogue, storedNames } from './metric-catalogue';
import { metricsPage } from './metrics-page';

const rules = readAlertRules();
const catalogue = metricCatalogue();
// A scrape adds the instance; `le` is the bound of a histogram's bucket.
const labelsByStoredName = new Map(
  catalogue.flatMap((metric) => storedNames(metric).map((name) => [name, [...metric.labels, 'le', 'instance']])),
);

/** What of an expression the service does not have. */
const unknownIn = (expr: string): string[] => {
  const selectors = selectorsOf(expr);
  const metrics = selectors.map(({ metric }) => metric);
  const grouped = groupingLabelsOf(expr).filter((label) => !metrics.some((metric) => labelsByStoredName.get(metric)?.includes(label)));
  return [
    ...metrics.filter((metric) => !labelsByStoredName.has(metric)),
    ...selectors.flatMap(({ metric, labels }) => labels.filter((label) => !labelsByStoredName.get(metric)?.includes(label))),
    ...grouped,
  ];
};

test('docs/metrics.md is what the code says (npm run docs metrics)', () => {
  expect(readFileSync('docs/metrics.md', 'utf8')).toBe(metricsPage());
});

test('every rule is PromQL over metrics and labels that the service has', () => {
  expect(rules.length).toBeGreaterThan(20);
  expect(rules.flatMap(({ alert, expr }) => unknownIn(expr).map((name) => `${alert}: ${name}`))).toEqual([]);
});

test.each([
  ['max(schedule_overdue_minutes) > 1', 'schedule_overdue_minutes'],
  ['max(webhook_delivery_overdue_seconds{workspace="a"}) > 1', 'workspace'],
  ['max by (tenant) (passed_over_items) > 1', 'tenant'],
])('finds what is unknown in %s', (expr, unknown) => expect(unknownIn(expr)).toEqual([unknown]));

test.each(['max(((', 'max(schedule_overdue_seconds) >', ''])('%p is no PromQL', (expr) => {
  expect(() => selectorsOf(expr)).toThrow('no PromQL');
});

test('every promise has an alert, and every alert a severity, words and a section of the docs that is there', () => {
  expect(catalogue.filter(({ promise, alerts }) => promise !== null && alerts.length === 0).map(({ name }) => name)).toEqual([
    'log_reader_behind',
  ]);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { labels, annotations } of rules) {
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(annotations.summary.length).toBeGreaterThan(20);
    expect(annotations.description.length).toBeGreaterThan(60);
    const link = runbook.exec(annotations.runbook_url)?.[1] ?? '';
    const [page = '', anchor] = link.split('#');
    expect(existsSync(page)).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(readFileSync(page, 'utf8'))).toContain(anchor);
  }
});

/** Prometheus puts the address of an installation's pages before it. */
const runbook = /^\{\{ \$externalLabels\.runbooks \}\}\/(\S+)$/;

test('a link to a runbook is a whole address once an installation has said where its pages are', () => {
  for (const { annotations } of rules) {
    const shown = annotations.runbook_url.replace('{{ $externalLabels.runbooks }}', 'https://pages.test/service');
    expect(new URL(shown).pathname).toMatch(/^\/service\/docs\/[\w-]+\.md$/);
  }
});

test('no metric is made beside those that the catalogue lists', () => {
  const makes = /\b(?:gauge|histogram|counter)(?:<.*>)?\(|new (?:Gauge|Counter|Histogram|Summary)\b/;
  const makers = readSourceFiles(['apps', 'libs', 'projections']).filter(
    ({ path, text }) => !path.endsWith('.spec.ts') && makes.test(text),
  );
  expect(makers.map(({ path }) => path).sort()).toEqual(['libs/runtime/metrics/measured-gauges.ts', 'libs/runtime/metrics/metrics.ts']);
});

const anchorsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
