import { createHash } from 'node:crypto';
import type { PlatformState, Session } from './platform-state';
import { unknownPin } from './platform-refusal';
import { zonelessTime, type MediaSource, type PinRecord } from './records';

export type NewPinRecord = Omit<PinRecord, 'id' | 'order' | 'content' | 'createdMs' | 'committedMs' | 'deletedMs'>;

export function addPinRecord(state: PlatformState, fresh: NewPinRecord): PinRecord {
  const committedMs = Date.now();
  const pin: PinRecord = { ...fresh, ...state.nextId(), content: contentOf(fresh), createdMs: state.now(), committedMs, deletedMs: null };
  state.pins.put(pin.id, pin);
  state.pinIndex.add(pin);
  return pin;
}

export function changePinRecord(state: PlatformState, pin: PinRecord, change: Partial<PinRecord>): PinRecord {
  const changed = { ...pin, ...change };
  const next = { ...changed, content: contentOf(changed) };
  state.pinIndex.remove(pin);
  state.pins.put(pin.id, next);
  state.pinIndex.add(next);
  return next;
}

export function deletePinRecord(state: PlatformState, pin: PinRecord): void {
  changePinRecord(state, pin, { deletedMs: Date.now() });
}

export function readablePin(state: PlatformState, session: Session, id: string): PinRecord {
  const pin = state.pins.get(id);
  if (pin === undefined || pin.deletedMs !== null) throw unknownPin();
  const secret = state.boards.get(pin.boardId)?.privacy === 'SECRET';
  if (secret && pin.account !== session.username) throw unknownPin();
  return pin;
}

export function pinRecordView(state: PlatformState, pin: PinRecord, session: Session, origin: string): Record<string, unknown> {
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

function contentOf({ boardId, link, title, description, altText, media }: NewPinRecord): string {
  return createHash('sha256')
    .update(JSON.stringify([boardId, link, title, description, altText, media]))
    .digest('base64url');
}
