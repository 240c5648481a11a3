import type { PinDraft } from '@pps/platform';
import type { Pin } from '../pin-state';

/** What the platform is asked to create. */
export function draftOf({ boardId, content, pinId }: Pin): PinDraft {
  if (content.imageUrl === undefined) throw new Error(`pin ${pinId} names no image`);
  return {
    boardId,
    boardSectionId: content.boardSectionId,
    title: content.title,
    description: content.description,
    link: content.linkUrl,
    altText: content.altText,
    dominantColor: content.dominantColor,
    media: { kind: 'image_url', url: content.imageUrl },
  };
}
