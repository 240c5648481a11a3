import type { Pin } from '../pin/pin.state';

/** When something happens to the pin by itself, at the latest (its turn at the pace may be later); null where nothing will, as at its end. */
export function nextActionAt({ status, open, doubt, video, nextAttemptAt, updatedAt }: Pin): string | null {
  if (status === 'published' || status === 'failed') return null;
  if (open) return open.deadline;
  if (doubt) return doubt.nextLookAt;
  if (video?.step === 'uploading') return video.deadline;
  if (video?.step === 'processing') return video.nextLookAt;
  if (status === 'queued') return updatedAt;
  return nextAttemptAt;
}
