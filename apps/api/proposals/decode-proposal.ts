import { Invalid, type FieldError } from '@pps/kernel';
import { contentFieldList, type ContentRequest } from '@pps/pins/events';
import type { ContentChanges } from '@pps/proposals/events';
import { itemsAtMost } from '@pps/proposals';
import type { ItemChoice, PinRequest, ProposedItem, ScheduleRequest } from '@pps/use-cases';
import { checkInput } from '../http/check-input';
import { contentOf } from '../pins/content-body';
import { CreatePinDto } from '../pins/create-pin.dto';
import { pinRequestOf } from '../pins/decode-pin-request';
import { EditPinDto, RetryPinDto } from '../pins/pin-changes.dto';
import { CreateScheduleDto, scheduleRequestOf } from '../schedules/decode-schedule-request';
import { EditScheduleDto } from '../schedules/schedule-changes.controller';
import { ProposedItemDto } from './proposed-item.dto';
import { DeclinedItemDto, ItemChoiceDto } from './proposal.dto';

type Place = FieldError['loc'];

const refuse = { unknownFields: 'refuse' } as const;

/** The items of a body that may be anything; all that is wrong with any of them is told at once. Throws `Invalid`. */
export async function decodeProposal(items: readonly unknown[], now: Date, at: Place = ['body', 'items']): Promise<ProposedItem[]> {
  return decodeEach(items, at, (item, place) => decodeItem(item, place, now));
}

/** A choice, with the fingerprint of what the person was shown, where that is known. */
type DecodedChoice = ItemChoice & { readonly fingerprint?: string };

/** What a person chose of a proposal, and made of it. Throws `Invalid`. */
export async function decodeChoices(items: readonly unknown[], at: Place = ['body', 'items']): Promise<DecodedChoice[]> {
  return decodeEach(items, at, async (item, place) => {
    const { number, changes, fingerprint } = await checkInput(ItemChoiceDto, item, { loc: place, ...refuse });
    const choice = { number, ...(fingerprint && { fingerprint }) };
    if (changes === undefined || changes === null) return choice;
    const { board_id, run_at, ...content } = await checkInput(EditScheduleDto, changes, { loc: [...place, 'changes'], ...refuse });
    return { ...choice, boardId: board_id, runAt: run_at && new Date(run_at).toISOString(), changes: contentChangesOf(content) };
  });
}

/** The numbers of items that a person declines. Throws `Invalid`. */
export const decodeNumbers = (items: readonly unknown[]): Promise<number[]> =>
  decodeEach(items, ['body', 'items'], async (item, place) => (await checkInput(DeclinedItemDto, item, { loc: place, ...refuse })).number);

/** The changes that a valid body means; null clears. */
export function contentChangesOf(body: Partial<ContentRequest>): ContentChanges {
  const cleared = contentFieldList.flatMap(({ name, wire }): (readonly [string, null])[] => {
    const value = body[wire];
    return value === null || (Array.isArray(value) && value.length === 0) ? [[name, null]] : [];
  });
  return { ...(contentOf(body as ContentRequest) as ContentChanges), ...(Object.fromEntries(cleared) as ContentChanges) };
}

async function decodeItem(body: unknown, at: Place, now: Date): Promise<ProposedItem> {
  const { action, pin, id = '', changes, target } = await checkInput(ProposedItemDto, body, { loc: at, ...refuse });
  refuseOthers(action, { pin, id: id || undefined, changes, target }, at);
  const in_ = (name: string) => ({ loc: [...at, name], ...refuse });
  switch (action) {
    case 'publish': {
      const place = in_('pin');
      return publishItem(pinRequestOf(await checkInput(CreatePinDto, pin, place), undefined, place.loc));
    }
    case 'schedule': {
      const place = in_('pin');
      const request = scheduleRequestOf(await checkInput(CreateScheduleDto, pin, place), undefined, place.loc);
      requireFuture(request.runAt, now, place.loc);
      return scheduleItem(request);
    }
    case 'change_pin': {
      const { board_id, ...content } = await checkInput(EditPinDto, changes, in_('changes'));
      requireSomething({ board_id, ...contentChangesOf(content) }, in_('changes').loc);
      return { action, pinId: id.toLowerCase(), ...(board_id !== undefined && { boardId: board_id }), changes: contentChangesOf(content) };
    }
    case 'change_schedule': {
      const { board_id, run_at, ...content } = await checkInput(EditScheduleDto, changes, in_('changes'));
      const runAt = run_at === undefined ? undefined : new Date(run_at).toISOString();
      requireSomething({ board_id, run_at, ...contentChangesOf(content) }, in_('changes').loc);
      if (runAt !== undefined) requireFuture(runAt, now, in_('changes').loc);
      return {
        ...{ action, scheduleId: id.toLowerCase(), changes: contentChangesOf(content) },
        ...(board_id !== undefined && { boardId: board_id }),
        ...(runAt !== undefined && { runAt }),
      };
    }
    case 'retry_pin': {
      const { account_id, board_id } = target === undefined || target === null ? {} : await checkInput(RetryPinDto, target, in_('target'));
      return {
        ...{ action, pinId: id.toLowerCase() },
        ...(account_id && { toAccountId: account_id.toLowerCase() }),
        ...(board_id && { boardId: board_id }),
      };
    }
  }
}

/** A pin that is proposed, with its name where it has one. */
export const publishItem = ({ accountId, boardId, content, idempotencyKey }: PinRequest): ProposedItem => ({
  ...{ action: 'publish', accountId, boardId, content },
  ...(idempotencyKey !== null && { idempotencyKey }),
});

/** The same of a schedule. */
export const scheduleItem = ({ accountId, boardId, content, runAt, idempotencyKey }: ScheduleRequest): ProposedItem => ({
  ...{ action: 'schedule', accountId, boardId, content, runAt },
  ...(idempotencyKey !== null && { idempotencyKey }),
});

const fieldsOf = {
  publish: ['pin'],
  schedule: ['pin'],
  change_pin: ['id', 'changes'],
  change_schedule: ['id', 'changes'],
  retry_pin: ['id', 'target'],
} as const satisfies Readonly<Record<ProposedItem['action'], readonly string[]>>;

/** Nobody is to believe that a field counts which does not. */
function refuseOthers(action: ProposedItem['action'], fields: Readonly<Record<string, unknown>>, at: Place): void {
  const others = Object.keys(fields).filter(
    (name) => fields[name] !== undefined && !(fieldsOf[action] as readonly string[]).includes(name),
  );
  if (others.length === 0) return;
  throw new Invalid(others.map((name) => ({ loc: [...at, name], msg: `${name} is not of ${action}`, type: 'not_applicable' })));
}

/** Nobody is asked to agree to nothing. */
function requireSomething(changes: Readonly<Record<string, unknown>>, at: Place): void {
  if (Object.values(changes).some((value) => value !== undefined)) return;
  throw new Invalid([{ loc: [...at], msg: 'changes must have something that changes', type: 'missing' }]);
}

function requireFuture(runAt: string, now: Date, at: Place): void {
  if (Date.parse(runAt) > now.getTime()) return;
  throw new Invalid([{ loc: [...at, 'run_at'], msg: 'run_at must be in the future', type: 'datetime_future' }]);
}

/** What each of them means, at its place; all that is wrong with any of them is told at once. Throws `Invalid`. */
export async function decodeEach<T>(
  items: readonly unknown[],
  at: Place,
  decode: (item: unknown, place: Place) => Promise<T>,
): Promise<T[]> {
  if (items.length > itemsAtMost)
    throw new Invalid([{ loc: at, msg: `items must have at most ${itemsAtMost} entries`, type: 'array_length' }]);
  const decoded = await Promise.allSettled(items.map((item, index) => decode(item, [...at, index])));
  const errors = decoded.flatMap((each) => {
    if (each.status === 'fulfilled') return [];
    if (each.reason instanceof Invalid) return each.reason.errors;
    throw each.reason;
  });
  if (errors.length > 0) throw new Invalid(errors);
  return decoded.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}
