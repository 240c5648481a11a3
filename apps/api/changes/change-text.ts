import { isLogPosition } from '../lists/page-cursor';
import type { ShownChange } from './shown-change';

/** Why a client has to read again what it shows. */
export const resetReasons = ['unknown_position', 'too_far_behind', 'too_slow', 'project_reset'] as const;
export type ResetReason = (typeof resetReasons)[number];

/** Why a stream ended. */
export const endReasons = ['credential_ended', 'shutting_down', 'time_is_up', 'making_room'] as const;
export type EndReason = (typeof endReasons)[number];

const reconnectMs = 2_000;
const form = 'c1.';

/** Where a stream has come to, as its clients hold it. */
export const positionText = (position: bigint): string => Buffer.from(`${form}${position}`).toString('base64url');

/** Null for a text that is none of ours. */
export function positionOf(text: string): bigint | null {
  const read = Buffer.from(text, 'base64url').toString('latin1');
  const digits = read.startsWith(form) ? read.slice(form.length) : '';
  return isLogPosition(digits) && positionText(BigInt(digits)) === text ? BigInt(digits) : null;
}

const idLine = (position: bigint): string => `id: ${positionText(position)}\n`;

/** Says where the stream begins, without an event. */
export const openingText = (position: bigint): string => `retry: ${reconnectMs}\n${idLine(position)}: the stream is open\n\n`;

/** A comment, and where one that was told of nothing goes on. */
export const heartbeatText = (position: bigint | null): string => `${position === null ? '' : idLine(position)}: still here\n\n`;

export const changeText = (position: bigint, change: ShownChange): string =>
  `${idLine(position)}event: change\ndata: ${JSON.stringify({ position: positionText(position), ...change })}\n\n`;

export const resetText = (position: bigint, reason: ResetReason): string =>
  `${idLine(position)}event: reset\ndata: ${JSON.stringify({ position: positionText(position), reason })}\n\n`;

export const endText = (reason: EndReason): string => `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;
