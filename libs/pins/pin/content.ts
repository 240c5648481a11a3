import { canonicalize } from 'json-canonicalize';
import { createHash } from 'node:crypto';
import type { PinContent } from './pin.events';

/** SHA-256, hex, of JSON with sorted keys: equal for equal content of the client's, whatever the order of fields. */
export function contentHash(accountId: string, boardId: string, content: PinContent): string {
  const given = { ...content, mediaType: undefined };
  return createHash('sha256')
    .update(canonicalize({ accountId, boardId, content: given }))
    .digest('hex');
}

/** SHA-256, hex, of what the platform shows again of a pin: board, link, title, description and alt text, normalised. */
export function fingerprintOf(boardId: string, content: Pick<PinContent, 'linkUrl' | 'title' | 'description' | 'altText'>): string {
  const { linkUrl, title, description, altText } = content;
  const parts = [boardId, normalizedLink(linkUrl), normalizedText(title), normalizedText(description), normalizedText(altText)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const normalizedText = (text: string | null | undefined): string => (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim();

function normalizedLink(link: string | null | undefined): string {
  if (!link) return '';
  try {
    return new URL(link.trim()).href.replace(/\/$/, '');
  } catch {
    return link.trim();
  }
}
