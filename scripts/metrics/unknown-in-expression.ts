import { groupingLabelsOf, selectorsOf } from './alert-rules';
import { storedNames, type CataloguedMetric } from './metric-catalogue';

/** The metrics and labels of an expression that the service does not have. Throws where it is no PromQL. */
export function unknownInExpression(expr: string, catalogue: readonly CataloguedMetric[]): string[] {
  // A scrape adds the instance; `le` is the bound of a histogram's bucket.
  const labelsOf = new Map(catalogue.flatMap((metric) => storedNames(metric).map((name) => [name, [...metric.labels, 'le', 'instance']])));
  const selectors = selectorsOf(expr);
  const metrics = selectors.map(({ metric }) => metric);
  return [
    ...metrics.filter((metric) => !labelsOf.has(metric)),
    ...selectors.flatMap(({ metric, labels }) => labels.filter((label) => !labelsOf.get(metric)?.includes(label))),
    ...groupingLabelsOf(expr).filter((label) => !metrics.some((metric) => labelsOf.get(metric)?.includes(label))),
  ];
}
