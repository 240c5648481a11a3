import { readFileSync } from 'node:fs';
import { readAlertRules, selectorsOf } from './alert-rules';
import { dashboardPanels } from './dashboard-panels';
import { metricCatalogue, storedNames } from './metric-catalogue';
import { metricsDashboard, metricsDashboardFile } from './metrics-dashboard';
import { unknownInExpression } from './unknown-in-expression';

const catalogue = metricCatalogue();
const plans = Object.values(dashboardPanels).flat();
// What Grafana puts in the place of its variable.
const asked = plans.flatMap(({ title, queries }) => queries.map(([expr]) => ({ title, expr: expr.replaceAll('$__rate_interval', '5m') })));

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly fieldConfig?: { readonly defaults: { readonly thresholds: { readonly steps: readonly { readonly value: number | null }[] } } };
}

test('the file is what the code says (npm run docs metrics)', () => {
  expect(JSON.parse(readFileSync(metricsDashboardFile, 'utf8'))).toEqual(metricsDashboard());
});

test('it asks in PromQL for metrics and labels that the service has, and for the alerts of Prometheus', () => {
  const unknown = asked.flatMap(({ title, expr }) => unknownInExpression(expr, catalogue).map((name) => `${title}: ${name}`));
  expect(unknown).toEqual([
    'Alerts that fire: ALERTS',
    'Alerts that fire: alertstate',
    'Alerts that fire: alertname',
    'Alerts that fire: severity',
  ]);
});

test('it shows every metric that guards a promise', () => {
  const shown = new Set(asked.flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => metric)));
  const missing = catalogue.filter((metric) => metric.promise !== null && !storedNames(metric).some((name) => shown.has(name)));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('it draws the bounds at which the alerts fire', () => {
  const { panels } = metricsDashboard() as { panels: Panel[] };
  const bounds = panels.flatMap(({ title, fieldConfig }) =>
    (fieldConfig?.defaults.thresholds.steps ?? []).flatMap(({ value }) => (value === null ? [] : [[title, value]])),
  );
  expect(bounds).toContainEqual(['Time of reads', 2.5]);
  expect(bounds).toContainEqual(['Share of requests that fail here', 0.01]);
  expect(bounds.length).toBe(plans.filter(({ alert }) => alert).length);
  const moved = readAlertRules().map((rule) => ({ ...rule, expr: rule.expr.replace(/> 2.5$/, '> 3.5') }));
  expect(JSON.stringify(metricsDashboard(moved))).toContain('"value":3.5');
  expect(() => metricsDashboard([])).toThrow('no alert with a bound');
});

test('no panel lies on another', () => {
  const { panels } = metricsDashboard() as { panels: Panel[] };
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
});
