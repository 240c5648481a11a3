import type { Clock } from '@pps/kernel';
import type { Platform } from '../platform';
import type { PinterestCaller } from './pinterest-caller';
import {
  draftNames,
  type DraftField,
  type PlatformPin,
  type PlatformPinChange,
  type PinDraft,
  type PinMedia,
  type VideoCover,
} from '../pin';
import { digits, object, optionalDateIn, optionalDigitsIn, shownTextIn } from './answer-fields';

type PinCalls = Pick<Platform, 'createPin' | 'getPin' | 'updatePin' | 'deletePin'>;

export function pinCalls(caller: PinterestCaller, pinPageUrl: string): PinCalls {
  const read = (json: unknown) => readPinFields(json, pinPageUrl, caller.clock);
  return {
    createPin: (accessToken, draft, options) =>
      caller.callAs(accessToken, { operation: 'pins.create', method: 'POST', path: ['pins'], json: draftFields(draft) }, options, read),
    getPin: (accessToken, pinId, options) =>
      caller.callAs(accessToken, { operation: 'pins.get', method: 'GET', path: ['pins', pinId] }, options, read),
    updatePin: (accessToken, pinId, change, options) =>
      caller.callAs(
        accessToken,
        { operation: 'pins.update', method: 'PATCH', path: ['pins', pinId], json: changeFields(change) },
        options,
        read,
      ),
    deletePin: (accessToken, pinId, options) =>
      caller.callAs(accessToken, { operation: 'pins.delete', method: 'DELETE', path: ['pins', pinId] }, options, () => undefined),
  };
}

export function readPinFields(json: unknown, pinPageUrl: string, clock: Clock): PlatformPin {
  const fields = object(json, 'a pin');
  const id = digits(fields, 'id');
  return {
    id,
    url: `${pinPageUrl.replace(/\/+$/, '')}/${id}`,
    // What has no date that can be read may be new: taken for an old one, a pin of ours would be created again.
    createdAt: optionalDateIn(fields, 'created_at') ?? clock(),
    boardId: optionalDigitsIn(fields, 'board_id'),
    boardSectionId: optionalDigitsIn(fields, 'board_section_id'),
    title: shownTextIn(fields, 'title'),
    description: shownTextIn(fields, 'description'),
    link: shownTextIn(fields, 'link'),
    altText: shownTextIn(fields, 'alt_text'),
  };
}

/** Absent and null fields are left out: the platform takes both for "none". */
function draftFields(draft: PinDraft): Record<string, unknown> {
  return {
    board_id: draft.boardId,
    ...Object.fromEntries(Object.entries(draftNames).map(([field, name]) => [name, draft[field as DraftField] ?? undefined])),
    media_source: mediaSource(draft.media),
  };
}

function changeFields(change: PlatformPinChange): Record<string, unknown> {
  return {
    board_id: change.boardId,
    board_section_id: change.boardSectionId,
    title: change.title,
    description: change.description,
    link: change.link,
    alt_text: change.altText,
  };
}

function mediaSource(media: PinMedia): Record<string, unknown> {
  switch (media.kind) {
    case 'image_url':
      return { source_type: 'image_url', url: media.url };
    case 'image_base64':
      return { source_type: 'image_base64', content_type: media.contentType, data: media.data };
    case 'video':
      return { source_type: 'video_id', media_id: media.mediaId, ...coverFields(media.cover) };
  }
}

function coverFields(cover: VideoCover): Record<string, unknown> {
  if ('url' in cover) return { cover_image_url: cover.url };
  if ('data' in cover) return { cover_image_content_type: cover.contentType, cover_image_data: cover.data };
  return { cover_image_key_frame_time: cover.keyFrameSeconds };
}
