import { existsSync, readFileSync } from 'node:fs';
import { readSourceFiles } from '../../test/boundaries/source-files';
import { alertsManifest, alertsManifestFile } from './alerts-manifest';
import { readAlertRules, selectorsOf } from './alert-rules';
import { metricCatalogue } from './metric-catalogue';
import { metricsPage } from './metrics-page';
import { unknownInExpression } from './unknown-in-expression';

const rules = readAlertRules();
const catalogue = metricCatalogue();

test('docs/metrics.md is what the code says (npm run docs metrics)', () => {
  expect(readFileSync('docs/metrics.md', 'utf8')).toBe(metricsPage());
});

test('the rules for the Prometheus Operator are the same (npm run docs metrics)', () => {
  expect(readFileSync(alertsManifestFile, 'utf8')).toBe(alertsManifest());
});

test('every rule is PromQL over metrics and labels that the service has', () => {
  expect(rules.length).toBeGreaterThan(20);
  expect(rules.flatMap(({ alert, expr }) => unknownInExpression(expr, catalogue).map((name) => `${alert}: ${name}`))).toEqual([]);
});

test.each([
  ['max(schedule_overdue_minutes) > 1', 'schedule_overdue_minutes'],
  ['max(webhook_delivery_overdue_seconds{workspace="a"}) > 1', 'workspace'],
  ['max by (tenant) (passed_over_items) > 1', 'tenant'],
])('finds what is unknown in %s', (expr, unknown) => expect(unknownInExpression(expr, catalogue)).toEqual([unknown]));

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
