import type { Pin } from '@pps/pins/events';

/** A pin as responses show it. */
export function toPinBody(pin: Pin) {
  const { content } = pin;
  const image = content.imageUrl ?? null;
  return {
    id: pin.pinId,
    workspace_id: pin.projectId,
    platform_account_id: pin.accountId,
    status: pin.status,
    media_type: 'image',
    title: content.title,
    description: content.description ?? null,
    link_url: content.linkUrl ?? null,
    alt_text: content.altText ?? null,
    related_terms: content.relatedTerms ?? null,
    dominant_color: content.dominantColor ?? null,
    media_url: image,
    image_url: image,
    cover_image_url: content.coverImageUrl ?? null,
    asset_id: content.assetId ?? null,
    board_id: pin.boardId,
    board_section_id: content.boardSectionId ?? null,
    platform_pin_id: pin.platformPinId,
    platform_url: pin.platformUrl,
    error_code: pin.errorCode,
    error_message: pin.errorMessage,
    attempts: pin.attempts,
    next_attempt_at: pin.nextAttemptAt,
    idempotency_key: pin.idempotencyKey ?? null,
    schedule_id: null,
    import_job_id: null,
    created_at: pin.queuedAt,
    updated_at: pin.updatedAt,
    published_at: pin.publishedAt,
    failed_at: pin.failedAt,
  };
}
