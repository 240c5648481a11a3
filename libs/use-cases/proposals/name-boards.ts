import { mapLimited, orTimeout } from '@pps/concurrency';
import type { Principal } from '@pps/identity';
import { cleanOutsideText, NotFound } from '@pps/kernel';
import { failureOf } from '@pps/runtime';
import type { PinCheckDeps } from '../create-pin/pin-checks';
import type { ShownItem } from './shown-items';
import type { ProposalItem } from '@pps/proposals/events';

/** A board of an account that the credential may name. */
export interface BoardOfAccount {
  readonly accountId: string;
  readonly boardId: string;
}

/** Each may be a question to the platform. */
const namedAtMost = 30;
const askedAtOnce = 4;
const longestName = 180;
/** Names are a help: a slow platform does not keep a person waiting for them. */
const longestWaitMs = 2_000;
const unseen = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069]+/gu;

/**
 * What boards are called as far as is known, the first thirty; the number comes first, as a program may name a board after another one. The caller has to check that the accounts
 * are those of the credential. A board whose name cannot be read is its number.
 */
export async function nameBoards(
  { boards }: Pick<PinCheckDeps, 'boards'>,
  { asOf }: Pick<Principal, 'asOf'>,
  places: readonly BoardOfAccount[],
  waitMs = longestWaitMs,
): Promise<(place: BoardOfAccount) => string> {
  const distinct = [...new Map(places.map((place) => [keyOf(place), place])).values()].slice(0, namedAtMost);
  const names = new Map<string, string>();
  let isOver = false;
  const naming = mapLimited(askedAtOnce, distinct, async (place) => {
    if (!isOver) names.set(keyOf(place), await nameOf(boards, place, asOf));
  });
  await orTimeout(naming, waitMs);
  isOver = true;
  return (place) => {
    const name = names.get(keyOf(place));
    return name ? `${place.boardId} (${name})` : place.boardId;
  };
}

const keyOf = ({ accountId, boardId }: BoardOfAccount): string => `${accountId} ${boardId}`;

async function nameOf(boards: PinCheckDeps['boards'], place: BoardOfAccount, head: bigint): Promise<string> {
  try {
    const verdict = await boards.check({ ...place, head });
    const { name = '' } = ('board' in verdict && verdict.board) || {};
    return cleanOutsideText(name, longestName).replace(unseen, ' ').trim();
  } catch (error) {
    if (!(error instanceof NotFound) && failureOf(error).code !== 'service_unavailable') throw error;
    return '';
  }
}

/** The boards that items are about: where they are to go, and where what they change is; those of items that can still be answered (`shown`) first. */
export function boardsOfItems(items: readonly ProposalItem[], shown: readonly ShownItem[]): readonly BoardOfAccount[] {
  const subjects = new Map(shown.map(({ number, subject }) => [number, subject]));
  const decidedLast = items.toSorted((a, b) => Number(subjects.has(b.number)) - Number(subjects.has(a.number)));
  return decidedLast.flatMap(({ number, write }): BoardOfAccount[] => {
    const subject = subjects.get(number);
    const before = subject ? [{ accountId: subject.accountId, boardId: subject.boardId }] : [];
    const boardId = write.boardId ?? subject?.boardId;
    const accountId = ('toAccountId' in write && write.toAccountId) || write.accountId;
    return boardId === undefined ? before : [...before, { accountId, boardId }];
  });
}
