/** Views and columns (`view.column`) that came after release 1.58, and the release that they came with. */
const later: Readonly<Record<string, string>> = {
  pin_times: '1.59',
  pin_attempts: '1.59',
  project_hours: '1.59',
  project_days: '1.59',
  workspace: '1.59',
  account_days: '1.59',
  failure_days: '1.59',
  webhook_days: '1.59',
};

/** The release since which analysts see a column. */
export const sinceOf = (view: string, column: string): string => later[`${view}.${column}`] ?? later[view] ?? '1.58';
