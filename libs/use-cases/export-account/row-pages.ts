import { workspaceRows, type Database, type WorkspaceRow } from '@pps/read-store';
import type { Vault } from '@pps/vault';
import { findPinRows } from '@projections/pins/list-pins.query';
import { findScheduleRows } from '@projections/schedules/list-schedules.query';
import { exportedViews, type ExportedView } from './exported-views';

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
export interface RowOwner {
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
