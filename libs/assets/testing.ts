import { streamSamples, type StreamSamples } from '@pps/event-store/testing';
import { type AssetDeleted, type AssetFact, type AssetStored, assetStream } from './asset.stream';
import { assetSpaceStream } from './asset-space.stream';

const id = (digit: number): string => `01890a5d-ac96-774b-bcce-${String(digit).padStart(12, '0')}`;

/** An image that was stored, with whatever a spec cares about. */
export const assetStored = (changes: Partial<AssetStored['data']> = {}): AssetStored => ({
  type: 'AssetStored',
  data: {
    assetId: id(6),
    projectId: id(2),
    epoch: 0,
    organizationId: id(3),
    assetType: 'image',
    originalFilename: 'blue door.png',
    contentType: 'image/png',
    fileSizeBytes: 48_213,
    width: 1000,
    height: 1500,
    sha256: 'a'.repeat(64),
    storedAt: '2026-11-20T09:00:00.000Z',
    ...changes,
  },
});

export const assetDeleted = (assetId = id(6)): AssetDeleted => ({
  type: 'AssetDeleted',
  data: { assetId, deletedAt: '2026-11-20T12:00:00.000Z' },
});

const assetFacts: readonly AssetFact[] = [
  assetStored(),
  assetStored({
    contentType: 'image/webp',
    originalFilename: 'door.webp',
    converted: { contentType: 'image/jpeg', fileSizeBytes: 90_001 },
  }),
  assetStored({ uploadedByKeyId: id(7) }),
  assetStored({ assetType: 'video', contentType: 'video/mp4', originalFilename: 'door.mp4', durationSeconds: 12.5 }),
  assetDeleted(),
];

/** A sample of every shape ever written; a shape that changes gets a new sample, the old one stays as an older one. */
export const samples: readonly StreamSamples[] = [
  streamSamples(assetStream, assetFacts),
  streamSamples(assetSpaceStream, [
    { type: 'AssetSpaceTaken', data: { assetId: id(6), bytes: 48_213, takenAt: '2026-11-20T09:00:00.000Z' } },
    { type: 'AssetSpaceFreed', data: { assetId: id(6), freedAt: '2026-11-20T12:00:00.000Z' } },
  ]),
];
export { videoFile } from './inspection/video.fixture';
