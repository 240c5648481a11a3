// Written by `npm run docs sdk`.

export const momentNames =
  'at cancel_at checked_at completed_at created_at current_period_end current_period_start decided_at deletion_due_at enabled_at end ended_at estimated_start_at expected_at expires_at failed_at failing_since fired_at forecast_until health_checked_at last_used_at next_attempt_at pending_email_change_requested_at previous_end previous_start published_at quota_exhausted_at quota_reset_at ready_at recorded_at refreshed_at requested_at retired_at revoked_at run_at signed_at since start started_at submitted_at token_expires_at until updated_at';
export const opaqueNames =
  'actor data detail details example metadata opened payload schema';
