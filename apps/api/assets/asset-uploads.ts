import type { Asset, AssetStored, AssetType } from '@pps/assets/events';
import { inspectImage, inspectVideo, largestImageBytes, StoreAsset, sweepIncoming } from '@pps/assets';
import { incomingFolder } from '@pps/asset-storage';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { planOf, termsOf } from '@pps/billing';
import { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { CLOCK, newId, Rejected, type Clock } from '@pps/kernel';
import { CONFIGURATION, receiveFile, type Configuration, type ReceivedFile } from '@pps/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rm } from 'node:fs/promises';
import { originOf } from '../auth/origin';
import { AbandonedUploads } from './abandoned-uploads';

const largest: Readonly<Record<AssetType, number>> = { image: largestImageBytes, video: 200 * 1024 * 1024 };

type Seen = Pick<AssetStored['data'], 'contentType' | 'width' | 'height' | 'durationSeconds' | 'converted'>;

/** Takes a file in: to disk while it arrives, looked at, stored; what is refused leaves nothing behind. */
@Injectable()
export class AssetUploads implements OnModuleInit {
  constructor(
    private readonly live: LiveStates,
    private readonly commands: CommandBus,
    private readonly abandoned: AbandonedUploads,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await sweepIncoming(incomingFolder(this.configuration), this.clock());
  }

  async take(principal: Principal, assetType: AssetType, request: FastifyRequest, reply: FastifyReply): Promise<Asset> {
    const quotaBytes = await this.requirePlan(principal);
    const folder = incomingFolder(this.configuration);
    const file = await receiveFile(request, reply, { folder, limitBytes: largest[assetType] });
    const converted = `${file.path}-converted`;
    try {
      const seen = await inspect(assetType, file.path, converted);
      return await this.store(principal, assetType, file, seen, quotaBytes, converted);
    } finally {
      await Promise.all([file.path, converted].map((path) => rm(path, { force: true })));
    }
  }

  /** The bytes the plan lets the project keep. */
  private async requirePlan({ organizationId, environment, asOf }: Principal): Promise<number> {
    const { plan } = await planOf(this.live, organizationId, asOf);
    const terms = termsOf(plan, environment);
    if (terms.features.uploadedMediaAssets) return terms.storageQuotaBytes;
    throw new Rejected('feature_unavailable', 'The plan does not include uploaded media.', { upgrade_url: this.upgradeUrl });
  }

  private async store(
    principal: Principal,
    assetType: AssetType,
    file: ReceivedFile,
    seen: Seen,
    quotaBytes: number,
    converted: string,
  ): Promise<Asset> {
    const { projectId, epoch, organizationId } = principal;
    const now = this.clock();
    const asset = {
      assetId: newId(),
      projectId,
      epoch,
      organizationId,
      assetType,
      originalFilename: file.filename,
      fileSizeBytes: file.sizeBytes,
      sha256: file.sha256,
      ...seen,
      storedAt: now.toISOString(),
    };
    const files = { original: file.path, ...(seen.converted ? { converted } : {}) };
    const command = new StoreAsset(asset, files, quotaBytes, originOf(principal, now));
    return this.commands.execute(command).catch(async (error: unknown) => {
      if (!(error instanceof Rejected) || error.code !== 'quota_exceeded') throw error;
      if (await this.abandoned.reclaim(principal)) return this.commands.execute(command).catch((again) => this.refuse(again));
      return this.refuse(error);
    });
  }

  private refuse(error: unknown): never {
    if (!(error instanceof Rejected)) throw error;
    throw new Rejected(error.code, error.message, { ...error.context, upgrade_url: this.upgradeUrl });
  }

  private get upgradeUrl(): string {
    return `${this.configuration.APP_URL.replace(/\/+$/, '')}/billing`;
  }
}

async function inspect(assetType: AssetType, path: string, converted: string): Promise<Seen> {
  if (assetType === 'image') {
    const image = await inspectImage(path, converted);
    if (!image) throw new Rejected('invalid_image', 'The file is no PNG, JPEG, GIF or WebP image, or it is broken.');
    return image;
  }
  const video = await inspectVideo(path);
  if (!video) throw new Rejected('invalid_video', 'The file is no MP4, MOV or M4V video, or it is broken.');
  return video;
}
