import { createHash } from 'node:crypto';
import type { PlatformState } from './platform-state';
import { pinNotFound } from './refusal';
import type { Session } from './session';
import { zonelessTime } from './zoneless-time';
import type { MediaSource, Pin } from './rows';

export type NewPin = Omit<Pin, 'id' | 'order' | 'content' | 'createdMs' | 'committedMs' | 'deletedMs'>;

export function addPin(state: PlatformState, fresh: NewPin): Pin {
  const committedMs = Date.now();
  const pin: Pin = { ...fresh, ...state.nextId(), content: contentOf(fresh), createdMs: state.now(), committedMs, deletedMs: null };
  state.pins.put(pin.id, pin);
  state.pinIndex.add(pin);
  return pin;
}

export function changePin(state: PlatformState, pin: Pin, change: Partial<Pin>): Pin {
  const changed = { ...pin, ...change };
  const next = { ...changed, content: contentOf(changed) };
  state.pinIndex.remove(pin);
  state.pins.put(pin.id, next);
  state.pinIndex.add(next);
  return next;
}

export function deletePin(state: PlatformState, pin: Pin): void {
  changePin(state, pin, { deletedMs: Date.now() });
}

export function readablePin(state: PlatformState, session: Session, id: string): Pin {
  const pin = state.pins.get(id);
  if (pin === undefined || pin.deletedMs !== null) throw pinNotFound();
  const secret = state.boards.get(pin.boardId)?.privacy === 'SECRET';
  if (secret && pin.account !== session.username) throw pinNotFound();
  return pin;
}

export function pinView(state: PlatformState, pin: Pin, session: Session, origin: string): Record<string, unknown> {
  return {
    id: pin.id,
    created_at: zonelessTime(pin.createdMs),
    link: pin.link,
    title: pin.title,
    description: pin.description,
    dominant_color: pin.dominantColor ?? '#6E7874',
    alt_text: pin.altText,
    board_id: pin.boardId,
    board_section_id: pin.sectionId,
    board_owner: { username: state.boards.get(pin.boardId)?.owner ?? pin.account },
    parent_pin_id: null,
    is_owner: pin.account === session.username,
    is_standard: true,
    has_been_promoted: false,
    creative_type: pin.media.type === 'video' ? 'VIDEO' : 'REGULAR',
    pin_metrics: null,
    media: mediaView(pin.media, origin),
  };
}

export function pictureAddress(media: MediaSource): string {
  if (media.type === 'image_url') return media.url;
  if (media.type === 'image_file') return `/platform/images/${media.sha256}`;
  return media.coverUrl ?? '';
}

function mediaView(media: MediaSource, origin: string): Record<string, unknown> {
  const address = pictureAddress(media);
  const url = address.startsWith('/') ? `${origin}${address}` : address;
  const images = { '600x': { width: 600, height: 900, url }, '1200x': { width: 1200, height: 1800, url } };
  return media.type === 'video'
    ? { media_type: 'video', images, height: null, width: null, duration: null }
    : { media_type: 'image', images };
}

function contentOf({ boardId, link, title, description, altText, media }: NewPin): string {
  return createHash('sha256')
    .update(JSON.stringify([boardId, link, title, description, altText, media]))
    .digest('base64url');
}
