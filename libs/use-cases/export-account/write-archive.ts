import { originalKey, type AssetStorage } from '@pps/asset-storage';
import { readTreeSize, streamHistory, toHistoryItem } from '@pps/audit';
import type { Streams, EventStore } from '@pps/event-store';
import { retainedRows, type RetainedRow } from '@pps/imports';
import { replaceUnstorable } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { RecordedRequests, type FoundRequest } from '@pps/request-log';
import type { Vault } from '@pps/vault';
import { sandboxProjectId } from '@pps/workspaces';
import { projectStream, type Organization, type Project } from '@pps/workspaces/events';
import { filesOfProject } from '@projections/assets/files-of-project.query';
import type { ArchiveFile } from './archive-file';
import { exportedViews, rowPages, type ExportedView } from './exported-views';
import { organizationRecord, personRecord } from './person-record';

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
const requestsAtOnce = 500;

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
  await archive.addLines('data/requests.ndjson', requestPages(deps, projects));
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

/** Requests of the last week in the present epoch, of each project the newest first. */
async function* requestPages({ db }: WriteArchiveDeps, projects: readonly Project[]): AsyncGenerator<readonly object[]> {
  const requests = new RecordedRequests(db);
  for (const { projectId, epoch } of projects) {
    for (let before: FoundRequest | null = null; ;) {
      const page: readonly FoundRequest[] = await requests.find({ projectId, epoch }, { before, limit: requestsAtOnce });
      const last = page.at(-1);
      if (!last) break;
      yield page.map((request) => requestRecord(projectId, request));
      before = last;
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

const longestBytes = 120;

/**
 * The name of an uploaded file as every system can unpack it: no separators, control or reserved characters, no half of a character, not longer than
 * 120 bytes of UTF-8, its ending kept. The id before it keeps equal names apart.
 */
export function nameInArchive(fileId: string, original: string): string {
  const name = replaceUnstorable(original)
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd<>:"/\\|?*]/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  const stem = shortened(name.slice(0, name.length - ending.length), longestBytes - Buffer.byteLength(ending));
  return stem + ending === '' ? fileId : `${fileId}-${stem}${ending}`;
}

function shortened(text: string, mostBytes: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > mostBytes) break;
    kept += character;
  }
  return kept;
}

/** What somebody who opens the archive has to know, as lines of text. */
const archiveReadme = (at: Date): string => `This archive holds everything that the Pin Publishing Service stores of your account and its
workspace, as of ${at.toISOString()}. Keep it as you keep a password: whoever has it
reads everything that you wrote.

README.txt          this text
person.json         you: name, e-mail address, how you sign in, which mails you want
organization.json   the workspace: its name, your data for invoices, plan and subscription
data/*.ndjson       one line of JSON for each thing: projects, platform accounts, API keys,
                    pins, deleted pins, schedules, proposals, imports and rows of them that are still
                    kept, uploaded files, webhooks and their deliveries, quota, activity, sessions,
                    requests of the last seven days
history/*.ndjson    everything that ever happened, oldest first: of the organization, the
                    production project and the sandbox, as GET /v1/audit/export gives it;
                    what was sealed stands in the clear under "opened", and under
                    "opened_keys" what proves it (see the documentation of the history)
files/              uploaded images and videos, byte for byte as they were uploaded
manifest.json       every file of this archive with its size and SHA-256, and how many lines
                    it has; "missing_files" are uploads whose bytes could not be found

Times are UTC. Numbers that may be larger than 2^53 are texts. "content" of a pin or a
schedule is what you gave.

Not in it, because nobody is given it: passwords and their hashes, codes and secrets of the
second factor, API keys themselves, tokens of platform accounts, secrets and header values of
webhooks. Boards and published pins are at the platform.
`;

const requestRecord = (
  projectId: string,
  { requestId, at, method, route, status, code, durationMs, credential, resourceId }: FoundRequest,
): object => ({ projectId, requestId, at, method, route, status, code, durationMs, credential, resourceId });
