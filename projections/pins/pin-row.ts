import type { PinState } from '@pps/pins/events';

export interface Entry {
  readonly revision: number;
  readonly position: bigint;
  /** Of the fact that queued it, where that is among those taken in now. */
  readonly queuedPosition: bigint | null;
  readonly state: PinState;
}

/** The row of a pin, or null while nothing but a given-up creation is known of it. */
export function pinRow({ revision, position, queuedPosition, state }: Entry) {
  if (state.kind !== 'pin') return null;
  return {
    pin_id: state.pinId,
    revision,
    position: position.toString(),
    queued_position: (queuedPosition ?? position).toString(),
    project_id: state.projectId,
    epoch: state.epoch,
    organization_id: state.organizationId,
    account_id: state.accountId,
    board_id: state.boardId,
    status: state.status,
    title: state.content.title,
    link_url: state.content.linkUrl ?? null,
    asset_id: state.content.assetId ?? null,
    cover_asset_id: state.content.coverImageAssetId ?? null,
    source: state.source,
    idempotency_key: state.idempotencyKey ?? null,
    platform_pin_id: state.platformPinId,
    platform_url: state.platformUrl,
    error_code: state.errorCode,
    error_message: state.errorMessage,
    attempts: state.attempts,
    created_at: state.queuedAt,
    updated_at: state.updatedAt,
    next_attempt_at: state.nextAttemptAt,
    published_at: state.publishedAt,
    failed_at: state.failedAt,
    folded: state,
  };
}
