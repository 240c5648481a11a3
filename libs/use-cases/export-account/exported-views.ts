import { workspaceRows, type Database, type WorkspaceRow } from '@pps/read-store';
import type { Vault } from '@pps/vault';
import { findPinRows } from '@projections/pins/list-pins.query';
import { findScheduleRows } from '@projections/schedules/list-schedules.query';

/** What the archive holds of each view of analysts: the file in `data/` with one line for each row, and the column by whose index its rows are found. */
export const exportedViews = {
  workspace: { file: 'projects', owner: 'project_id' },
  account: { file: 'platform_accounts', owner: 'project_id' },
  api_keys: { file: 'api_keys', owner: 'project_id' },
  pins: { file: 'pins', owner: 'project_id' },
  removed_pins: { file: 'removed_pins', owner: 'project_id' },
  pin_attempts: { file: 'publishing_attempts', owner: 'project_id' },
  pin_times: { file: 'publishing_times', owner: 'project_id' },
  schedules: { file: 'schedules', owner: 'project_id' },
  import_job: { file: 'imports', owner: 'project_id' },
  proposal: { file: 'proposals', owner: 'project_id' },
  assets: { file: 'uploaded_files', owner: 'project_id' },
  webhook: { file: 'webhooks', owner: 'project_id' },
  webhook_delivery: { file: 'webhook_deliveries', owner: 'project_id' },
  webhook_replay: { file: 'webhook_replays', owner: 'project_id' },
  quota_ledger: { file: 'quota_ledger', owner: 'project_id' },
  activity_log: { file: 'activity_log', owner: 'scope_id' },
  sessions: { file: 'sessions', owner: 'user_id' },
} as const;

export type ExportedView = keyof typeof exportedViews;

/** Why the archive leaves out the other views. */
export const omittedViews: Readonly<Record<string, string>> = {
  account_days: 'sums of pins',
  activity_retention: 'how long activity is kept: the plan says it',
  activity_subject: 'what activity is looked up by',
  audit_facts: 'the index of the history, which is in the archive itself',
  failure_days: 'sums of pins',
  pin_activity: 'numbers of pins',
  pin_counts: 'numbers of pins',
  pin_search: 'what pins are found by',
  project_days: 'sums of pins',
  project_hours: 'sums of pins',
  projection_status: 'how far the service has come, nobody in particular',
  publish_consent: 'what publishing decides by; the accounts say it',
  publish_epoch: 'what publishing decides by',
  publish_queue: 'what publishing decides by; the pins say it',
  publish_waiting: 'numbers of pins',
  publish_waiting_project: 'numbers of pins',
  publish_waiting_total: 'numbers of everybody’s pins',
  resource_version: 'what former states are found by; the history has them',
  schedule_due_project: 'what firing decides by',
  schedule_queue: 'what firing decides by; the schedules say it',
  webhook_days: 'sums of deliveries',
  webhook_delivery_attempt: 'belongs to no workspace by a column; the history has the attempts',
  webhook_delivery_target: 'what delivering decides by; the webhooks say it',
};

interface RowPagesDeps {
  readonly db: Database;
  readonly vault: Pick<Vault, 'getMany'>;
}

type Page = readonly WorkspaceRow[];

/** What is joined to the rows of a view, page by page. */
const joined: Partial<Record<ExportedView, (deps: RowPagesDeps, page: Page) => Promise<Page>>> = {
  pins: ({ db }, page) => withContents(page, 'pin_id', (projectId, epoch, ids) => findPinRows(db, projectId, epoch, ids), 'pinId'),
  schedules: ({ db }, page) =>
    withContents(page, 'schedule_id', (projectId, epoch, ids) => findScheduleRows(db, projectId, epoch, ids), 'scheduleId'),
  account: ({ vault }, page) => withVaultValue(vault, page, 'profile_ref', 'profile'),
  sessions: ({ vault }, page) => withVaultValue(vault, page, 'user_agent_ref', 'user_agent'),
};

/** Whose rows: of the organization, its projects and its person, by their ids. */
interface RowOwner {
  readonly organizationId: string;
  readonly ids: readonly string[];
}

/** The rows of a view that belong to an organization and its projects, with what people wrote and names in the clear, 500 at a time. */
export async function* rowPages(deps: RowPagesDeps, view: ExportedView, { organizationId, ids }: RowOwner): AsyncGenerator<Page> {
  const join = joined[view];
  const question = { view, owner: exportedViews[view].owner, workspaceId: organizationId, ids };
  for await (const page of workspaceRows(deps.db, question)) yield join ? await join(deps, page) : page;
}

/** Everything that a client gave of a pin or a schedule, beside the columns. */
async function withContents<Id extends string>(
  page: Page,
  column: string,
  find: (
    projectId: string,
    epoch: number,
    ids: readonly string[],
  ) => Promise<readonly (Readonly<Record<Id, string>> & { content: unknown })[]>,
  id: Id,
): Promise<Page> {
  const groups = new Map<string, { projectId: string; epoch: number; ids: string[] }>();
  for (const row of page) {
    const [projectId, epoch] = [String(row['project_id']), Number(row['epoch'])];
    const group = groups.get(`${projectId} ${epoch}`) ?? { projectId, epoch, ids: [] };
    group.ids.push(String(row[column]));
    groups.set(`${projectId} ${epoch}`, group);
  }
  const contents = new Map<string, unknown>();
  for (const { projectId, epoch, ids } of groups.values())
    for (const found of await find(projectId, epoch, ids)) contents.set(found[id], found.content);
  return page.map((row) => ({ ...row, content: contents.get(String(row[column])) ?? null }));
}

async function withVaultValue(vault: Pick<Vault, 'getMany'>, page: Page, ref: string, name: string): Promise<Page> {
  const refs = page.flatMap((row) => (typeof row[ref] === 'string' ? [row[ref]] : []));
  const values = await vault.getMany<unknown>(refs);
  return page.map(({ [ref]: given, ...row }) => ({ ...row, [name]: values.get(String(given)) ?? null }));
}
