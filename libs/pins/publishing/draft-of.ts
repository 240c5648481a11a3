import type { PinDraft, PinMedia } from '@pps/platform';
import { contentFieldList } from '../pin/content-fields';
import type { Pin } from '../pin/pin.state';

/** What the platform is asked to create. */
export function draftOf({ boardId, content }: Pin, media: PinMedia): PinDraft {
  const told = contentFieldList.flatMap(({ name, platform }) => (platform === undefined ? [] : [[platform, content[name]] as const]));
  return { ...Object.fromEntries(told), boardId, title: content.title, media };
}
