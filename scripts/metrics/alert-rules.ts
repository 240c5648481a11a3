import { parser } from '@prometheus-io/lezer-promql';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** An alert rule as Prometheus loads it. */
export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook_url', string>>;
}

export const alertsFile = 'deploy/prometheus/alerts.yml';

/** The rules of the file, in its order. */
export function readAlertRules(text = readFileSync(alertsFile, 'utf8')): AlertRule[] {
  const { groups } = parse(text) as { groups: { rules: AlertRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

export interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** The metrics that an expression of PromQL reads, with the labels that it selects by; throws where the expression is none. */
export function selectorsOf(expr: string): Selector[] {
  const selectors: { metric: string; labels: string[] }[] = [];
  parser.parse(expr).iterate({
    enter: ({ name, type, from, to }) => {
      const text = expr.slice(from, to);
      if (type.isError) throw new Error(`no PromQL at character ${from}: ${expr}`);
      if (name === 'Identifier') selectors.push({ metric: text, labels: [] });
      if (name === 'UnquotedLabelMatcher') selectors.at(-1)?.labels.push(/^\w+/.exec(text)?.[0] ?? '');
    },
  });
  return selectors;
}

/** The labels that an expression groups by. */
export function groupingLabelsOf(expr: string): string[] {
  const labels: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ name, from, to, node }) =>
      void (name === 'LabelName' && node.parent?.name === 'GroupingLabels' && labels.push(expr.slice(from, to))),
  });
  return labels;
}
