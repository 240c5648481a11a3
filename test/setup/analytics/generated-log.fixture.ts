import { lifeOfPin } from './life-of-pin.fixture';
import { iso, uuid, type FactDraft, type GeneratedProject } from './fact-drafts.fixture';
import type { RecordedFact } from '@pps/event-store';

export interface GeneratedLog {
  readonly projects: readonly GeneratedProject[];
  readonly facts: readonly RecordedFact[];
  /** Begin of the period of the facts, and its end. */
  readonly from: Date;
  readonly until: Date;
}

const from = Date.parse('2026-10-20T00:00:00.000Z');
const days = 30;

/** What some projects lived through in 30 days, in the log's order: the same of the same numbers. */
export function generateLog(pins: number, projectCount = 3, seed = 1): GeneratedLog {
  const random = randomFrom(seed);
  const projects = Array.from({ length: projectCount }, (_, n): GeneratedProject => ({
    projectId: uuid('a', n),
    organizationId: uuid('b', n === projectCount - 1 ? 0 : n),
    accountIds: [uuid('c', 2 * n), uuid('c', 2 * n + 1)],
    webhookId: uuid('d', n),
  }));
  const drafts = projects.flatMap(beginningsOf);
  for (let n = 0; n < pins; n++) {
    // Half of all pins are the first project's.
    const project = projects[random(2) === 0 ? 0 : random(projectCount)] as GeneratedProject;
    drafts.push(...lifeOfPin(n, project, from + random(days * 86_400) * 1000, random));
  }
  for (const [n, project] of projects.entries()) drafts.push(...importOf(n, project));
  return { projects, facts: recordAll(drafts), from: new Date(from), until: new Date(from + (days + 2) * 86_400_000) };
}

function beginningsOf(project: GeneratedProject): FactDraft[] {
  const { projectId, organizationId, accountIds, webhookId } = project;
  const at = from;
  const owned = { projectId, organizationId, epoch: 0 };
  return [
    {
      stream: `project-${projectId}`,
      type: 'ProjectCreated',
      at,
      project,
      data: { ...owned, environment: 'production', name: 'P', timezone: 'UTC', createdAt: iso(at) },
    },
    ...accountIds.map((accountId): FactDraft => ({
      stream: `connection-${accountId}`,
      type: 'AccountConnected',
      at,
      project,
      data: {
        ...owned,
        accountId,
        platformUserId: accountId,
        profileRef: uuid('e', 1),
        tokenRef: uuid('e', 2),
        scopes: ['pins:write'],
        tokenExpiresAt: iso(at + 60 * 86_400_000),
        connectedAt: iso(at),
      },
    })),
    {
      stream: `webhook-${webhookId}`,
      type: 'WebhookCreated',
      at,
      project,
      data: {
        ...owned,
        webhookId,
        url: 'https://example.org/hook',
        secretRef: uuid('e', 3),
        events: ['*'],
        isEnabled: true,
        createdAt: iso(at),
      },
    },
  ];
}

function importOf(n: number, project: GeneratedProject): FactDraft[] {
  const { projectId, organizationId, accountIds } = project;
  const jobId = uuid('5', n);
  const stream = `import-${jobId}`;
  const begin = from + 86_400_000;
  const rows = Array.from({ length: 10 }, (_, row) => ({
    rowNumber: row + 1,
    status: row < 7 ? 'created' : row < 8 ? 'existing' : 'failed',
  }));
  const job = { jobId, sourceType: 'csv', totalRows: 10, accountIds, acceptedAt: iso(begin) };
  const accepted = {
    ...job,
    projectId,
    epoch: 0,
    organizationId,
    requestedBy: { kind: 'session', userId: uuid('f', 2), accountIds: null },
  };
  const totals = { ...job, createdRows: 7, existingRows: 1, failedRows: 2 };
  return [
    { stream, type: 'ImportAccepted', data: accepted, at: begin, project },
    { stream, type: 'ImportStarted', data: { startedAt: iso(begin + 1_000) }, at: begin + 1_000, project },
    { stream, type: 'ImportRowsProcessed', data: { rows, processedAt: iso(begin + 2_000) }, at: begin + 2_000, project },
    { stream, type: 'ImportCompleted', data: { ...totals, completedAt: iso(begin + 3_000) }, at: begin + 3_000, project },
  ];
}

/** Gives each draft its place in the log. Facts of one moment keep the order that they were drafted in. */
function recordAll(drafts: readonly FactDraft[]): RecordedFact[] {
  const revisions = new Map<string, number>();
  const inOrder = drafts.map((draft, index) => ({ draft, index })).sort((a, b) => a.draft.at - b.draft.at || a.index - b.index);
  return inOrder.map(({ draft: { stream, type, data, at, project } }, index) => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const { projectId, organizationId } = project;
    const metadata = { projectId, organizationId, epoch: 0, actor: { type: 'system' as const }, occurredAt: iso(at), schemaVersion: 1 };
    return { id: uuid('9', index), stream, revision, position: BigInt(index), type, data, metadata, recordedAt: new Date(at) };
  });
}

/** Whole numbers from 0 below a bound, the same of the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor((state / 2_147_483_647) * below);
  };
}
