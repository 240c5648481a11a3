import { alertsFile, readAlertRules } from './alert-rules';
import { metricCatalogue, type CataloguedMetric } from './metric-catalogue';

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const productRow = ({ name, type, labels, help, promise, alerts }: CataloguedMetric): string =>
  `| \`${name}\` | ${type} | ${code(labels)} | ${cell(help)} | ${cell(promise ?? '')} | ${alerts.join(', ')} |`;
const processRow = ({ name, type, labels, help, alerts }: CataloguedMetric): string =>
  `| \`${name}\` | ${type} | ${code(labels)} | ${cell(help)} | ${alerts.join(', ')} |`;

/** docs/metrics.md: every metric of `/metrics`, the promise that it guards, and the alert rules that read it. */
export function metricsPage(): string {
  const catalogue = metricCatalogue();
  const rules = readAlertRules().map(
    ({ alert, labels, for: forTime, expr, annotations }) =>
      `| ${alert} | ${labels.severity} | ${forTime ?? 'at once'} | \`${cell(expr)}\` | ${cell(annotations.summary.replace(/\{\{ \$labels\.(\w+) \}\}/g, '($1)').replace(/\{\{.*?\}\}/g, '…'))} |`,
  );
  return `${[
    '# Metrics',
    '',
    `Written by \`npm run docs metrics\` from the code and from [\`${alertsFile}\`](../${alertsFile}). Every API process serves them at \`/metrics\`; who may read them, and how Prometheus loads the rules, stands in [operations.md](operations.md#metrics-and-alerts).`,
    '',
    'The first table is about the whole installation and the same from every API process: each value is measured when it is asked for, within 3 s, and absent when it could not be measured. The values of labels are words of the code: none comes from a tenant.',
    '',
    '## The service',
    '',
    '| metric | type | labels | meaning | promise that it guards | alerts |',
    '|---|---|---|---|---|---|',
    ...catalogue.filter(({ promise }) => promise !== null).map(productRow),
    '',
    '## Alert rules',
    '',
    '| alert | severity | holds for | fires where | says |',
    '|---|---|---|---|---|',
    ...rules,
    '',
    '## The process',
    '',
    'Memory, event loop and garbage collection of the API process that was asked. The event loop is looked at every 0.5 s, and `nodejs_eventloop_lag_…_seconds` but the first count the time from one look to the next: 0.5 is a process that nothing holds up, and what is above it a process that was blocked.',
    '',
    '| metric | type | labels | meaning | alerts |',
    '|---|---|---|---|---|',
    ...catalogue.filter(({ promise }) => promise === null).map(processRow),
  ].join('\n')}\n`;
}
