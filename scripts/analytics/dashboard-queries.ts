import { readFileSync } from 'node:fs';

/** The starter dashboard, from the project's root. */
export const dashboardFile = 'docs/analytics/dashboard.json';

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly rawSql: string }[] }[];
  readonly templating: { readonly list: readonly { readonly type: string; readonly query: string }[] };
}

export interface DashboardQuery {
  readonly title: string;
  readonly sql: string;
}

/** What the dashboard asks, with this project and period in the place of Grafana's variables and macros. */
export function dashboardQueries({ project, from, until }: { project: string; from: string; until: string }): DashboardQuery[] {
  const { panels, templating } = JSON.parse(readFileSync(dashboardFile, 'utf8')) as Dashboard;
  const asked = panels.flatMap(({ title, targets }) => targets.map(({ rawSql }) => ({ title, sql: rawSql })));
  const variables = templating.list.filter(({ type }) => type === 'query').map(({ query }) => ({ title: 'variable', sql: query }));
  return [...asked, ...variables].map(({ title, sql }) => ({
    title,
    sql: sql
      .replaceAll('${project}', project)
      .replaceAll(/\$__timeFilter\((\w+)\)/g, (_, column) => `${column} between '${from}' and '${until}'`),
  }));
}
