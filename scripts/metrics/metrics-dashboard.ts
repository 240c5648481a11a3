import { readAlertRules, type AlertRule } from './alert-rules';
import { dashboardPanels, type PanelPlan } from './dashboard-panels';

export const metricsDashboardFile = 'deploy/grafana/metrics.json';

const severityColors: Readonly<Record<string, string>> = { critical: 'red', warning: 'orange', info: 'blue' };
const datasource = { type: 'prometheus', uid: '${datasource}' };
const [columns, width, height] = [24, 6, 7];

/** A dashboard for Grafana of every metric that guards a promise, with the bounds at which the alerts fire. */
export function metricsDashboard(rules: readonly AlertRule[] = readAlertRules()): object {
  const panels: object[] = [];
  let y = 0;
  for (const [title, plans] of Object.entries(dashboardPanels)) {
    panels.push({ id: panels.length + 1, type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: columns, h: 1 }, panels: [] });
    y += 1;
    for (const [index, plan] of plans.entries()) {
      const at = { x: (index * width) % columns, y: y + Math.floor((index * width) / columns) * height, w: width, h: height };
      panels.push({ id: panels.length + 1, gridPos: at, ...panelOf(plan, rules) });
    }
    y += Math.ceil((plans.length * width) / columns) * height;
  }
  const variable = { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' };
  return {
    uid: 'pin-publishing-metrics',
    title: 'Pin publishing: the service',
    schemaVersion: 39,
    version: 1,
    timezone: 'utc',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [variable] },
    panels,
  };
}

function panelOf(
  { title, meaning, unit, kind = 'timeseries', queries, alert, colors = {} }: PanelPlan,
  rules: readonly AlertRule[],
): object {
  const bound = alert === undefined ? undefined : boundOf(alert, rules);
  const steps = [{ color: 'green', value: null }, ...(bound ? [{ color: bound.color, value: bound.value }] : [])];
  const drawn = bound && kind === 'timeseries' ? { custom: { thresholdsStyle: { mode: 'line' } } } : {};
  return {
    type: kind,
    title,
    description: bound ? `${meaning} The line: ${alert} fires above it.` : meaning,
    datasource,
    targets: queries.map(([expr, legendFormat], index) => ({
      refId: String.fromCharCode(65 + index),
      expr,
      legendFormat,
      datasource,
      ...(kind === 'table' ? { format: 'table', instant: true } : {}),
    })),
    fieldConfig: {
      defaults: { unit, min: 0, thresholds: { mode: 'absolute', steps }, ...drawn },
      overrides: Object.entries(colors).map(([legend, fixedColor]) => ({
        matcher: { id: 'byName', options: legend },
        properties: [{ id: 'color', value: { mode: 'fixed', fixedColor } }],
      })),
    },
  };
}

/** The number above which an alert fires. Throws for one that is none. */
function boundOf(alert: string, rules: readonly AlertRule[]): { readonly value: number; readonly color: string } {
  const rule = rules.find((each) => each.alert === alert);
  const value = Number(/> ([\d.]+)$/.exec(rule?.expr ?? '')?.[1] ?? NaN);
  const color = severityColors[rule?.labels.severity ?? ''];
  if (color === undefined || Number.isNaN(value)) throw new Error(`no alert with a bound: ${alert}`);
  return { value, color };
}
