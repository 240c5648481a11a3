import type { PinDraft, PinMedia } from '@pps/platform';
import type { Pin } from '../pin/pin.state';

/** What the platform is asked to create. */
export function draftOf({ boardId, content }: Pin, media: PinMedia): PinDraft {
  return {
    boardId,
    boardSectionId: content.boardSectionId,
    title: content.title,
    description: content.description,
    link: content.linkUrl,
    altText: content.altText,
    dominantColor: content.dominantColor,
    media,
  };
}
