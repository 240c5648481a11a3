import { describePin, type PinState } from '@pps/pins/events';

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
  const view = describePin(state);
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
    status: view.status,
    title: state.content.title,
    link_url: state.content.linkUrl ?? null,
    asset_id: state.content.assetId ?? null,
    cover_asset_id: state.content.coverImageAssetId ?? null,
    source: state.source,
    idempotency_key: state.idempotencyKey ?? null,
    platform_pin_id: view.platformPinId,
    platform_url: view.platformUrl,
    error_code: view.errorCode,
    error_message: view.errorMessage,
    attempts: state.attempts,
    created_at: state.queuedAt,
    updated_at: state.updatedAt,
    next_attempt_at: view.nextAttemptAt,
    published_at: view.publishedAt,
    failed_at: view.failedAt,
    // What readers of this release and of the one before show, and what the next fact is folded onto.
    folded: { ...state, ...view },
  };
}
