import { mapLimited } from '@pps/concurrency';
import type { LiveStates, Streams } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import type { ChosenItem } from '@pps/proposals';
import type { Proposal, ProposalItem, ProposalView } from '@pps/proposals/events';
import { canonicalize } from 'json-canonicalize';
import { createHash } from 'node:crypto';
import { hashOfSubject, isChanging, loadSubject, type ItemSubject } from './item-subject';

/** An item that waits for a person, with what it changes, if that is there. */
export interface ShownItem {
  readonly number: number;
  readonly subject: ItemSubject | null;
  /** Of the item and of what it changes: given back with the answer, it says what the person has seen. */
  readonly fingerprint: string;
}

const readAtOnce = 10;

/** What a person has to be shown of the items that he can agree to. */
export async function showItems(
  { live }: { readonly live: Pick<LiveStates, 'get'> },
  principal: Principal,
  { items }: Pick<ProposalView, 'items'>,
): Promise<readonly ShownItem[]> {
  const streams: Pick<Streams, 'load'> = { load: (type, id) => live.get(type, id, principal.asOf) };
  return mapLimited(readAtOnce, items.filter(isOpen), async (item) => {
    const subject = isChanging(item.write) ? await loadSubject(streams, principal, item.write) : null;
    return { number: item.number, subject, fingerprint: fingerprintOf(item, subject ? hashOfSubject(subject) : undefined) };
  });
}

/** Chosen items that are open, with the hash of what each changes as its stream has it now. */
export async function withSubjectHashes(
  { streams }: { readonly streams: Pick<Streams, 'load'> },
  principal: Principal,
  { items }: Pick<Proposal, 'items'>,
  chosen: readonly ChosenItem[],
): Promise<readonly ChosenItem[]> {
  return mapLimited(readAtOnce, chosen, async (choice) => {
    const item = items[choice.number - 1];
    if (!item || !isOpen(item) || !isChanging(item.write)) return choice;
    const subject = await loadSubject(streams, principal, item.write);
    return subject ? { ...choice, subjectHash: hashOfSubject(subject) } : choice;
  });
}

/** Whether a person was shown the item as it is; of one that is not open any more, without what it changes. */
export function isAsShown(item: ProposalItem, subjectHash: string | undefined, shown: string | undefined): boolean {
  const present = fingerprintOf(item, subjectHash);
  return shown === present || (!isOpen(item) && shown?.split('.')[0] === present.split('.')[0]);
}

const isOpen = ({ status }: ProposalItem): boolean => status === 'waiting' || status === 'failed';

const fingerprintOf = ({ write }: ProposalItem, subjectHash = ''): string =>
  `${createHash('sha256').update(canonicalize(write)).digest('hex').slice(0, 32)}.${subjectHash.slice(0, 32)}`;
