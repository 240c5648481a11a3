import type { PinContent } from './pin.events';
import type { Publishing } from './pin.state';

/** What happens to a pin next, and when: at `at` or later where it waits for the pace, at `at` where a deadline or a read is due. */
export type NextAction =
  | { readonly kind: 'create_pin' | 'upload_video'; readonly attempt: number; readonly at: string }
  | { readonly kind: 'expire_attempt' | 'expire_upload'; readonly attempt: number; readonly at: string }
  | { readonly kind: 'read_board'; readonly attempt: number; readonly at: string }
  | { readonly kind: 'read_video_status'; readonly mediaId: string; readonly at: string };

export type ActionKind = NextAction['kind'];

export type ReadKind = Extract<ActionKind, `read_${string}`>;

export type ActionablePin = Publishing & {
  readonly starts: number;
  readonly content: Pick<PinContent, 'mediaType'>;
  readonly simulated?: true | undefined;
};

/** What comes next for the pin; null for a published or failed one, to which nothing more happens by itself. */
export function nextAction(pin: ActionablePin): NextAction | null {
  switch (pin.phase) {
    case 'waiting':
      return { kind: needsUpload(pin) ? 'upload_video' : 'create_pin', attempt: pin.starts + 1, at: pin.notBefore };
    case 'attempting':
      return { kind: 'expire_attempt', attempt: pin.attempt, at: pin.deadline };
    case 'unknown_outcome':
      return { kind: 'read_board', attempt: pin.attempt, at: pin.nextReadAt };
    case 'preparing_media': {
      const { media } = pin;
      if (media.step === 'uploading') return { kind: 'expire_upload', attempt: media.attempt, at: media.deadline };
      return { kind: 'read_video_status', mediaId: media.mediaId, at: media.nextReadAt };
    }
    case 'published':
    case 'failed':
      return null;
  }
}

/** Whether the pin shows a video that the platform has not processed yet; a sandbox's pin needs none. */
export function needsUpload({ content, simulated, ...publishing }: ActionablePin): boolean {
  if (content.mediaType !== 'video' || simulated) return false;
  return !('mediaId' in publishing) || publishing.mediaId === null;
}
