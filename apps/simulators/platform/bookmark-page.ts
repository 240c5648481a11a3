import type { FastifyRequest } from 'fastify';
import { queryOf } from '../http/form';
import { badParameter } from './platform-refusal';

export interface BookmarkPage<T> {
  readonly items: readonly T[];
  readonly bookmark: string | null;
}

/** One page of rows that come newest first; the bookmark names the last row given, so rows added meanwhile shift nothing. */
export function bookmarkPageOf<T extends { readonly order: number }>(request: FastifyRequest, newestFirst: readonly T[]): BookmarkPage<T> {
  const { page_size: size = '25', bookmark } = queryOf(request);
  if (!/^\d{1,3}$/.test(size) || Number(size) < 1 || Number(size) > 250) throw badParameter('page_size must be from 1 to 250');
  const before = bookmark === undefined || bookmark === '' ? Infinity : readBookmark(bookmark);
  const rest = newestFirst.filter((row) => row.order < before);
  const items = rest.slice(0, Number(size));
  const last = items[items.length - 1];
  return { items, bookmark: last !== undefined && rest.length > items.length ? writeBookmark(last.order) : null };
}

function writeBookmark(order: number): string {
  return Buffer.from(`before:${order}`).toString('base64url');
}

function readBookmark(bookmark: string): number {
  const order = /^before:(\d+)$/.exec(Buffer.from(bookmark, 'base64url').toString())?.[1];
  if (order === undefined) throw badParameter('The bookmark is invalid');
  return Number(order);
}
