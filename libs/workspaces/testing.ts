import { streamSamples, type StreamSamples } from '@pps/event-store/testing';
import { type AccountExportFact, accountExportStream } from './account-exports/account-export.stream';
import { organizationStream, type OrganizationFact } from './organizations/organization.stream';
import { projectStream, type ProjectFact } from './projects/project.stream';

const organizationId = '0197a000-0000-7000-8000-000000000001';
const projectId = '0197a000-0000-7000-8000-000000000002';

export const organizationSamples: readonly OrganizationFact[] = [
  {
    type: 'OrganizationRegistered',
    data: {
      organizationId,
      ownerUserId: '0197a000-0000-7000-8000-000000000003',
      profileRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c11',
      productionProjectId: projectId,
      registeredAt: '2026-01-05T09:00:00.000Z',
    },
  },
  {
    type: 'OrganizationProfileChanged',
    data: { profileRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c16', changedAt: '2026-01-06T09:00:00.000Z' },
  },
  {
    type: 'OrganizationForgotten',
    data: { organizationId, ownerUserId: '0197a000-0000-7000-8000-000000000003', forgottenAt: '2026-01-07T09:00:00.000Z' },
  },
  { type: 'OrganizationErased', data: { organizationId, erasedAt: '2026-01-07T09:01:00.000Z' } },
  // With a name of the person.
  {
    type: 'OrganizationProfileChanged',
    data: {
      profileRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c17',
      changedAt: '2026-01-06T10:00:00.000Z',
      rename: {
        userId: '0197a000-0000-7000-8000-000000000003',
        profileRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c19',
        replacedRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c18',
      },
    },
  },
];

const exportId = '0197a000-0000-7000-8000-000000000004';

export const accountExportSamples: readonly AccountExportFact[] = [
  {
    type: 'AccountExportRequested',
    data: { exportId, organizationId, userId: '0197a000-0000-7000-8000-000000000003', requestedAt: '2026-11-23T09:00:00.000Z' },
  },
  {
    type: 'AccountExportReady',
    data: {
      exportId,
      fileId: '0197a000-0000-7000-8000-000000000005',
      sizeBytes: 1_048_576,
      sha256: 'a'.repeat(64),
      fileCount: 17,
      readyAt: '2026-11-23T09:01:00.000Z',
      expiresAt: '2026-11-26T09:01:00.000Z',
    },
  },
  { type: 'AccountExportDownloaded', data: { exportId, downloadedAt: '2026-11-23T09:05:00.000Z' } },
  { type: 'AccountExportEnded', data: { exportId, reason: 'expired', endedAt: '2026-11-26T09:01:00.000Z' } },
  {
    type: 'AccountExportRequested',
    data: {
      exportId,
      organizationId,
      userId: '0197a000-0000-7000-8000-000000000003',
      requestedAt: '2026-11-23T09:00:00.000Z',
      sessionGeneration: 2,
    },
  },
];

export const projectSamples: readonly ProjectFact[] = [
  {
    type: 'ProjectCreated',
    data: {
      projectId,
      organizationId,
      environment: 'sandbox',
      name: 'Sandbox',
      timezone: 'Europe/Vienna',
      createdAt: '2026-01-05T09:00:00.000Z',
    },
  },
  { type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-01-06T09:00:00.000Z' } },
  { type: 'ProjectForgotten', data: { epoch: 2, forgottenAt: '2026-01-07T09:00:00.000Z' } },
];

/** A sample of every shape ever written; a shape that changes gets a new sample, the old one stays as an older one. */
export const samples: readonly StreamSamples[] = [
  streamSamples(organizationStream, organizationSamples),
  streamSamples(projectStream, projectSamples),
  streamSamples(accountExportStream, accountExportSamples),
];
