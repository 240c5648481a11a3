import { decideAssetDeletion, removeAsset } from '@pps/assets';
import { assetStream } from '@pps/assets/events';
import { archiveKey, type AssetStorage } from '@pps/asset-storage';
import { eraseBoardVerdicts, decideRevocation } from '@pps/connections';
import { connectionStream } from '@pps/connections/events';
import type { Streams, Origin } from '@pps/event-store';
import { decideRevokeApiKey } from '@pps/identity';
import { apiKeyStream } from '@pps/identity/events';
import { failImport, type ImportBodies } from '@pps/imports';
import { importStream } from '@pps/imports/events';
import type { Database } from '@pps/read-store';
import type { Vault } from '@pps/vault';
import { endAccountExport, exportFilesOf } from '@pps/workspaces';
import { accountExportStream } from '@pps/workspaces/events';
import { deleteResponses, decideWebhookDeletion, outboxPinTable } from '@pps/webhooks';
import { webhookStream } from '@pps/webhooks/events';

export interface EraseStreamDeps {
  readonly db: Database;
  readonly streams: Streams;
  readonly vault: Pick<Vault, 'forget'>;
  readonly storage: AssetStorage;
  /** Of the archives of accounts. */
  readonly archives: Pick<AssetStorage, 'remove'>;
  readonly importBodies: Pick<ImportBodies, 'remove'>;
}

/** Ends what a stream of a forgotten workspace is about, and erases what lies outside of the log of it. A repeat is silent. */
type Erase = (deps: EraseStreamDeps, id: string, origin: Origin) => Promise<void>;

const erasers: Readonly<Record<string, Erase>> = {
  [connectionStream.category]: eraseAccount,
  [apiKeyStream.category]: revokeKey,
  [webhookStream.category]: eraseWebhook,
  [assetStream.category]: eraseAsset,
  [importStream.category]: eraseImport,
  [accountExportStream.category]: eraseAccountExport,
};

/** Erases what these streams are about, one after the other; those of a kind of which nothing lies outside of the log are passed over. */
export async function eraseStreams(deps: EraseStreamDeps, streams: readonly string[], origin: Origin): Promise<void> {
  for (const [category, id] of streams.map(partsOf)) if (Object.hasOwn(erasers, category)) await erasers[category]?.(deps, id, origin);
  const idsOf = (wanted: string) => streams.map(partsOf).flatMap(([category, id]) => (category === wanted ? [id] : []));
  await outboxPinTable(deps.db).save([], idsOf('pin'));
  await deleteResponses(deps.db, idsOf('webhook_delivery'));
}

function partsOf(stream: string): readonly [string, string] {
  const dash = stream.indexOf('-');
  return [stream.slice(0, dash), stream.slice(dash + 1)];
}

async function eraseAccount({ db, streams, vault }: EraseStreamDeps, accountId: string, origin: Origin): Promise<void> {
  const { state } = await streams.load(connectionStream, accountId);
  if (state.kind === 'absent') return;
  const at = origin.occurredAt;
  await streams.decide(connectionStream, accountId, { ...origin, ...ownerOf(state) }, (known) => decideRevocation({ at }, known));
  await eraseBoardVerdicts(db, state);
  await vault.forget(`account:${accountId}`);
}

async function revokeKey({ streams }: EraseStreamDeps, keyId: string, origin: Origin): Promise<void> {
  const { state } = await streams.load(apiKeyStream, keyId);
  if (state.kind === 'none') return;
  await streams.decide(apiKeyStream, keyId, { ...origin, ...ownerOf(state) }, (known) => decideRevokeApiKey(origin.occurredAt, known));
}

async function eraseWebhook({ streams, vault }: EraseStreamDeps, webhookId: string, origin: Origin): Promise<void> {
  const { state } = await streams.load(webhookStream, webhookId);
  if (state.kind === 'active') {
    const [owner, at] = [ownerOf(state), origin.occurredAt];
    await streams.decide(webhookStream, webhookId, { ...origin, ...owner }, (known) => decideWebhookDeletion({ owner, at }, known));
  }
  await vault.forget(`webhook:${webhookId}`);
}

async function eraseAsset({ streams, storage }: EraseStreamDeps, assetId: string, origin: Origin): Promise<void> {
  const { state } = await streams.load(assetStream, assetId);
  if (state.kind !== 'asset') return;
  const at = origin.occurredAt;
  const ofAsset = { ...origin, ...ownerOf(state) };
  await removeAsset(streams, storage, { assetId, ...ownerOf(state), at }, ofAsset);
  await streams.decide(assetStream, assetId, ofAsset, (known) => (known.kind === 'asset' ? decideAssetDeletion({ at }, known) : []));
}

async function eraseImport({ streams, importBodies }: EraseStreamDeps, jobId: string, origin: Origin): Promise<void> {
  const { state } = await streams.load(importStream, jobId);
  if (state.kind === 'none') return;
  const at = origin.occurredAt;
  const ofImport = { ...origin, ...ownerOf(state) };
  await streams.decide(importStream, jobId, ofImport, (known) => failImport({ message: 'The workspace is gone.', at }, known));
  await importBodies.remove(jobId);
}

async function eraseAccountExport({ db, streams, archives }: EraseStreamDeps, organizationId: string, origin: Origin): Promise<void> {
  const { state } = await streams.decide(accountExportStream, organizationId, origin, (known) =>
    endAccountExport(known.latest?.exportId ?? '', 'forgotten', origin.occurredAt, known),
  );
  const files = [...(await exportFilesOf(db, organizationId)), ...(state.latest?.archive ? [state.latest.archive.fileId] : [])];
  for (const fileId of files) await archives.remove(archiveKey(fileId));
}

const ownerOf = ({ projectId, epoch }: { readonly projectId: string; readonly epoch: number }) => ({ projectId, epoch });
