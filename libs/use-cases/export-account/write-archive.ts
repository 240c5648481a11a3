import { originalKey, type AssetStorage } from '@pps/asset-storage';
import { readTreeSize, streamHistory, toHistoryItem } from '@pps/audit';
import type { Streams, EventStore } from '@pps/event-store';
import { retainedRows, type RetainedRow } from '@pps/imports';
import type { Database } from '@pps/read-store';
import type { Vault } from '@pps/vault';
import { sandboxProjectId } from '@pps/workspaces';
import { projectStream, type Organization, type Project } from '@pps/workspaces/events';
import { filesOfProject } from '@projections/assets/files-of-project.query';
import type { ArchiveFile } from './archive-file';
import { archiveReadme } from './archive-readme';
import { exportedViews, type ExportedView } from './exported-views';
import { nameInArchive } from './name-in-archive';
import { organizationRecord } from './organization-record';
import { personRecord } from './person-record';
import { rowPages } from './row-pages';

export interface WriteArchiveDeps {
  readonly db: Database;
  readonly store: Pick<EventStore, 'read' | 'subscribe'>;
  readonly streams: Pick<Streams, 'load'>;
  readonly vault: Pick<Vault, 'get' | 'getMany'>;
  /** Of uploaded files. */
  readonly storage: Pick<AssetStorage, 'open'>;
}

const historyPageSize = 200;
const filesAtOnce = 100;
const keptRowsAtOnce = 500;

/**
 * Writes everything that is stored of an organization and its person into an archive, portion by portion, and last what is in it. Before each file
 * `refuse` may throw, when nobody wants the archive any more. What happens meanwhile may be in one file and not in another.
 */
export async function writeArchive(
  deps: WriteArchiveDeps,
  archive: ArchiveFile,
  { organization, at, refuse }: { readonly organization: Organization; readonly at: Date; readonly refuse: () => Promise<void> },
): Promise<void> {
  const { organizationId, ownerUserId } = organization;
  const projects = await projectsOf(deps.streams, organization);
  await archive.addText('README.txt', archiveReadme(at));
  await archive.addText('person.json', indented(await personRecord(deps, ownerUserId, projects)));
  await archive.addText('organization.json', indented(await organizationRecord(deps, organization)));
  const ids = [organizationId, ownerUserId, ...projects.map(({ projectId }) => projectId)];
  for (const view of Object.keys(exportedViews) as ExportedView[]) {
    await refuse();
    await archive.addLines(`data/${exportedViews[view].file}.ndjson`, rowPages(deps, view, { organizationId, ids }));
  }
  await archive.addLines('data/import_rows.ndjson', keptRowPages(deps, projects));
  const trees = [
    { name: 'organization', treeId: organizationId },
    ...projects.map((each) => ({ name: each.environment, treeId: each.projectId })),
  ];
  for (const { name, treeId } of trees) {
    await refuse();
    await archive.addLines(`history/${name}.ndjson`, historyPages(deps, treeId));
  }
  const missing: string[] = [];
  for (const project of projects) missing.push(...(await addFiles(deps, archive, project, refuse)));
  const contents = {
    made_at: at.toISOString(),
    organization_id: organizationId,
    user_id: ownerUserId,
    files: archive.files,
    missing_files: missing,
  };
  await archive.addText('manifest.json', indented(contents));
}

async function projectsOf(streams: Pick<Streams, 'load'>, organization: Organization): Promise<Project[]> {
  const projects: Project[] = [];
  for (const id of [organization.productionProjectId, sandboxProjectId(organization.organizationId)]) {
    const { state } = await streams.load(projectStream, id);
    if (state.kind === 'created') projects.push(state);
  }
  return projects;
}

async function* keptRowPages({ db }: WriteArchiveDeps, projects: readonly Project[]): AsyncGenerator<readonly RetainedRow[]> {
  for (const { projectId } of projects) {
    for (let after: RetainedRow | null = null; ;) {
      const rows: readonly RetainedRow[] = await retainedRows(db, projectId, after, keptRowsAtOnce);
      const last = rows.at(-1);
      if (!last) break;
      yield rows;
      after = last;
    }
  }
}

async function* historyPages({ db, store }: WriteArchiveDeps, treeId: string): AsyncGenerator<readonly unknown[]> {
  const size = await readTreeSize(db, treeId);
  for await (const page of streamHistory({ db, store }, treeId, { from: 0, size, pageSize: historyPageSize }))
    yield page.map(toHistoryItem);
}

/** Puts in the bytes of the project's uploaded files as they were uploaded; gives the ids of those whose bytes are not there. */
async function addFiles(deps: WriteArchiveDeps, archive: ArchiveFile, project: Project, refuse: () => Promise<void>): Promise<string[]> {
  const missing: string[] = [];
  for (let after: string | null = null; ;) {
    await refuse();
    const files = await filesOfProject(deps.db, project, after, filesAtOnce);
    for (const { assetId, originalFilename } of files) {
      const bytes = await deps.storage.open(originalKey(assetId));
      if (bytes) await archive.add(`files/${project.environment}/${nameInArchive(assetId, originalFilename)}`, bytes, { stored: true });
      else missing.push(assetId);
    }
    const last = files.at(-1);
    if (!last) return missing;
    after = last.position;
  }
}

const indented = (record: unknown): string => `${JSON.stringify(record, null, 2)}\n`;
