import type { AssetStorage } from '@pps/asset-storage';
import {
  inspectImage,
  inspectVideo,
  storeAsset,
  assetSpaceId,
  reclaimAssetSpace,
  takenBefore,
  type ProjectAssets,
  type UploadReservations,
} from '@pps/assets';
import { assetStream, assetSpaceStream, type Asset, type AssetStored, type AssetType } from '@pps/assets/events';
import { readPlan, termsOf } from '@pps/billing';
import type { LiveStates, Streams } from '@pps/event-store';
import type { Creation } from '@pps/idempotency';
import { limitedToAccounts, originOfPrincipal, type Principal } from '@pps/identity';
import { Rejected, type Clock } from '@pps/kernel';
import type { Database, Freshness } from '@pps/read-store';
import { rm } from 'node:fs/promises';
import { storedAssets } from '@projections/assets/list-assets.query';
import { featureUnavailable } from '../create-pin/pin-checks';

export interface UploadAssetDeps extends ReclaimDeps {
  readonly live: Pick<LiveStates, 'get' | 'head'>;
  readonly upgradeUrl: string;
  readonly clock: Clock;
  readonly assets: Pick<ProjectAssets, 'usedBytes'>;
  readonly uploads: Pick<UploadReservations, 'reserve'>;
}

/** A file that has arrived on this machine's disk. */
interface ArrivedFile {
  readonly path: string;
  readonly filename: string;
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
}

interface Upload<Answer> {
  /** What the client says it will send, or the most that it may. */
  readonly declaredBytes: number;
  /** Brings the file to disk. */
  readonly receive: () => Promise<ArrivedFile>;
  /** What was named so before may have its answer already: then the file is brought without asking the plan, which is asked when it is to be stored. */
  readonly mayBeRepeat: boolean;
  /** Calls `store` once, or not at all where the same was answered before. */
  readonly answer: (file: ArrivedFile, store: (creation: Creation) => Promise<Asset>) => Promise<Answer>;
}

type Inspected = Pick<AssetStored['data'], 'contentType' | 'width' | 'height' | 'durationSeconds' | 'converted'>;

/**
 * Takes an uploaded file: the plan is checked before `receive` brings it to disk, its content is inspected, then it is stored. What is
 * refused leaves nothing behind. Throws `Rejected` with `feature_unavailable`, `invalid_image`, `invalid_video`, `plan_limit` or, of what another key
 * uploaded in an earlier call, `account_not_permitted`, `Overloaded` where too many upload at once, and what `receive` throws.
 */
export async function uploadAsset<Answer>(
  deps: UploadAssetDeps,
  principal: Principal,
  assetType: AssetType,
  { declaredBytes, receive, mayBeRepeat, answer }: Upload<Answer>,
): Promise<Answer> {
  const quotaBytes = mayBeRepeat ? null : await requireUploads(deps, principal);
  const release = await reserve(deps, principal, declaredBytes, quotaBytes ?? Infinity);
  try {
    const file = await receive();
    const store = async (creation: Creation) =>
      takeFile(deps, principal, assetType, file, quotaBytes ?? (await requireUploads(deps, principal)), creation);
    return await answer(file, store).finally(() => rm(file.path, { force: true }));
  } finally {
    release();
  }
}

async function takeFile(
  deps: UploadAssetDeps,
  principal: Principal,
  assetType: AssetType,
  file: ArrivedFile,
  quotaBytes: number,
  { id, mayExist }: Creation,
): Promise<Asset> {
  const { state: known } = mayExist ? await deps.streams.load(assetStream, id) : { state: null };
  if (known?.kind === 'asset') {
    const isVisible = principal.accountIds === null || (principal.keyId !== undefined && known.uploadedByKeyId === principal.keyId);
    if (!isVisible) throw limitedToAccounts();
    return known;
  }
  const converted = `${file.path}-converted`;
  try {
    const inspected = await inspect(assetType, file.path, converted, principal.projectId);
    return await store(deps, principal, { ...inspected, assetId: id, assetType }, file, quotaBytes, converted);
  } finally {
    await rm(converted, { force: true });
  }
}

/** The bytes that the plan lets the project store. */
async function requireUploads({ live, upgradeUrl }: UploadAssetDeps, { organizationId, environment, asOf }: Principal): Promise<number> {
  const subscription = await readPlan(live, organizationId, asOf);
  const terms = termsOf(subscription, environment);
  if (terms.features.uploadedMediaAssets) return terms.storageQuotaBytes;
  throw featureUnavailable({ upgradeUrl }, 'uploaded_media_assets', subscription.plan);
}

async function store(
  deps: UploadAssetDeps,
  principal: Principal,
  described: Inspected & Pick<AssetStored['data'], 'assetId' | 'assetType'>,
  file: ArrivedFile,
  quotaBytes: number,
  converted: string,
): Promise<Asset> {
  const { projectId, epoch, organizationId, keyId } = principal;
  const now = deps.clock();
  const asset = {
    projectId,
    epoch,
    organizationId,
    originalFilename: file.filename,
    fileSizeBytes: file.sizeBytes,
    sha256: file.sha256,
    ...described,
    ...(keyId !== undefined && { uploadedByKeyId: keyId }),
    storedAt: now.toISOString(),
  };
  const files = { original: file.path, ...(described.converted ? { converted } : {}) };
  const origin = originOfPrincipal(principal, now);
  return whereItFits(deps, principal, () => storeAsset(deps, asset, files, quotaBytes, origin));
}

/** Room for what a client says it will send, before anything of it is taken. */
async function reserve(deps: UploadAssetDeps, principal: Principal, bytes: number, quotaBytes: number): Promise<() => void> {
  const { projectId } = principal;
  const usedBytes = async () => deps.assets.usedBytes({ ...principal, asOf: await deps.live.head() });
  return whereItFits(deps, principal, () => deps.uploads.reserve({ projectId, bytes, quotaBytes, usedBytes }));
}

/** Tries once more where uploads that were abandoned took the room. Throws `Rejected('plan_limit')` where there is none. */
async function whereItFits<T>(deps: UploadAssetDeps, principal: Principal, work: () => Promise<T>): Promise<T> {
  const isFull = (error: unknown): error is Rejected => error instanceof Rejected && error.code === 'quota_exceeded';
  const refuse = (error: unknown): never => {
    if (!isFull(error)) throw error;
    const { storage_quota_bytes: most, storage_used_bytes: used } = error.context;
    throw new Rejected('plan_limit', error.message, { ...error.context, limit: 'storage', most, used, upgrade_url: deps.upgradeUrl });
  };
  return work().catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    return (await reclaimAbandonedUploads(deps, principal)) ? work().catch(refuse) : refuse(error);
  });
}

async function inspect(assetType: AssetType, path: string, converted: string, projectId: string): Promise<Inspected> {
  if (assetType === 'image') {
    const image = await inspectImage(path, converted, projectId);
    if (!image) throw new Rejected('invalid_image', 'The file is no PNG, JPEG, GIF or WebP image, or it is broken.');
    return image;
  }
  const video = await inspectVideo(path);
  if (!video) throw new Rejected('invalid_video', 'The file is no MP4, MOV or M4V video, or it is broken.');
  return video;
}

interface ReclaimDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly storage: AssetStorage;
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly db: Database;
  readonly clock: Clock;
}

/** Longer than storing a file can take. */
const abandonedAfterMs = 10 * 60_000;

/** Frees the space of uploads whose process died before the file was stored; answers whether any was freed. */
async function reclaimAbandonedUploads(deps: ReclaimDeps, principal: Principal): Promise<boolean> {
  const { projectId, epoch } = principal;
  const now = deps.clock();
  const { state } = await deps.streams.load(assetSpaceStream, assetSpaceId(projectId, epoch));
  const taken = takenBefore(state, new Date(now.getTime() - abandonedAfterMs).toISOString());
  await deps.freshness.wait('assets');
  const stored = await storedAssets(
    deps.db,
    taken.map(({ assetId }) => assetId),
  );
  const spaces = taken.filter(({ assetId }) => !stored.has(assetId));
  if (spaces.length === 0) return false;
  await reclaimAssetSpace(deps, { projectId, epoch, spaces }, now.toISOString(), originOfPrincipal(principal, now));
  return true;
}
