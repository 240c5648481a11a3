import { Injectable } from '@nestjs/common';
import type { PinContent, PinView } from '@pps/pins/events';
import { AssetLinks } from '../assets/asset-links';
import { shownContent } from './content-body';

/** Pins as responses show them: uploaded files by links that expire. */
@Injectable()
export class PinBodies {
  constructor(private readonly links: AssetLinks) {}

  pinBody(pin: PinView) {
    return toPinBody(pin, this.mediaUrls(pin.content));
  }

  /** What the content shows, as addresses that a browser can open. */
  mediaUrls({ imageUrl, assetId, coverImageUrl, coverImageAssetId, mediaType }: PinContent): MediaUrls {
    const media = imageUrl ?? (assetId === undefined ? null : this.links.linkTo(assetId));
    const cover = coverImageUrl ?? (coverImageAssetId === undefined ? null : this.links.linkTo(coverImageAssetId));
    return { media_url: media, image_url: mediaType === 'video' ? (cover ?? media) : media, cover_image_url: cover };
  }
}

interface MediaUrls {
  readonly media_url: string | null;
  /** Of a video its cover, where it has one. */
  readonly image_url: string | null;
  readonly cover_image_url: string | null;
}

function toPinBody(pin: PinView, urls: MediaUrls) {
  const { content } = pin;
  return {
    id: pin.pinId,
    workspace_id: pin.projectId,
    platform_account_id: pin.accountId,
    status: pin.status,
    media_type: content.mediaType ?? 'image',
    ...shownContent(content, 'words', 'look'),
    ...urls,
    asset_id: content.assetId ?? null,
    board_id: pin.boardId,
    ...shownContent(content, 'place'),
    platform_pin_id: pin.platformPinId,
    platform_url: pin.platformUrl,
    error_code: pin.errorCode,
    error_message: pin.errorMessage,
    attempts: pin.attempts,
    next_attempt_at: pin.nextAttemptAt,
    idempotency_key: pin.idempotencyKey ?? null,
    schedule_id: pin.scheduleId ?? null,
    import_job_id: pin.importJobId ?? null,
    created_at: pin.queuedAt,
    updated_at: pin.updatedAt,
    published_at: pin.publishedAt,
    failed_at: pin.failedAt,
  };
}
