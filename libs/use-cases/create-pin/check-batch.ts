import type { PublishingTerms } from '@pps/billing';
import { mapLimited } from '@pps/concurrency';
import type { Principal } from '@pps/identity';
import { sameRequest, type FieldError } from '@pps/kernel';
import type { PinView } from '@pps/pins/events';
import type { CreatePinDeps } from './create-pin';
import { contentHashOf, findDuplicate, identifyRequest, type IdentifiedRequest, type PinRequest } from './duplicate-request';
import { requireAccount, requireBoard, requireFeature, requireMedia, type PinCheckDeps } from './pin-checks';

/** A request among others; `at` is where it stands in the request, for field errors. */
interface LocatedPinRequest {
  readonly request: PinRequest;
  readonly at: FieldError['loc'];
}

/** One item of a batch as its host could read it: a request, or why it is none. */
export type BatchRequest = LocatedPinRequest | { readonly unreadable: unknown };

interface NewItem {
  readonly kind: 'new';
  readonly identified: IdentifiedRequest;
  /** Its path in the request. */
  readonly at: LocatedPinRequest['at'];
}

/** What is to be done with one item. */
export type CheckedItem =
  | NewItem
  | { readonly kind: 'existing'; readonly accountId: string; readonly pin: PinView }
  /** The same request as an earlier item of the batch. */
  | { readonly kind: 'repeat'; readonly accountId: string; readonly firstIndex: number }
  | { readonly kind: 'failed'; readonly accountId: string | null; readonly error: unknown };

interface BatchCheckDeps extends CreatePinDeps {
  /** No request can be a repeat: its pin is not looked for. */
  readonly areNew: boolean;
}

// Reads of the log, which answers many at once sooner than one after another; a server of EventStoreDB takes 100 calls on one connection at once, of everybody.
const lookedForAtOnce = 50;
// The platform may take 8 s to answer for a board: a hundred boards one after another would outlast every client.
const checkedAtOnce = 20;

/** Each item checked by itself, in the order of a single creation's checks. */
export async function checkBatch(
  deps: BatchCheckDeps,
  principal: Principal,
  terms: PublishingTerms,
  requests: readonly BatchRequest[],
): Promise<CheckedItem[]> {
  const asking = lookUpOnce(deps);
  const identified = await mapLimited(lookedForAtOnce, requests, (request) => identify(asking, principal, request));
  const checked = await mapLimited(checkedAtOnce, identified, async (item) =>
    item.kind === 'new' ? check(asking, principal, terms, item) : item,
  );
  return markRepeats(checked);
}

export const accountsOf = (items: readonly CheckedItem[]): string[] => [
  ...new Set(items.flatMap((item) => (item.kind === 'new' ? item.identified.request.accountId : (item.accountId ?? [])))),
];

async function identify(deps: BatchCheckDeps, principal: Principal, item: BatchRequest): Promise<CheckedItem> {
  if ('unreadable' in item) return { kind: 'failed', accountId: null, error: item.unreadable };
  const { request, at } = item;
  let accountId: string | null = null;
  try {
    await requireAccount(deps, principal, request.accountId);
    accountId = request.accountId;
    const asked = identifyRequest(deps, principal, request);
    const identified = deps.areNew ? { ...asked, isKeyNew: true } : asked;
    const pin = await findDuplicate(deps, principal, identified);
    return pin ? { kind: 'existing', accountId, pin } : { kind: 'new', identified, at };
  } catch (error) {
    return { kind: 'failed', accountId, error };
  }
}

async function check(deps: BatchCheckDeps, principal: Principal, terms: PublishingTerms, item: NewItem): Promise<CheckedItem> {
  const { accountId, boardId, content } = item.identified.request;
  try {
    requireFeature(deps, content, terms);
    if (terms.mayPublish) {
      await requireMedia(deps, principal, content, item.at);
      await requireBoard(deps, principal, accountId, boardId);
    }
    return item;
  } catch (error) {
    return { kind: 'failed', accountId, error };
  }
}

/** An item whose key an earlier item of the batch has is its repeat, or reuses its key. */
function markRepeats(items: readonly CheckedItem[]): CheckedItem[] {
  const firsts = new Map<string, { readonly index: number; readonly request: PinRequest }>();
  return items.map((item, index) => {
    if (item.kind !== 'new') return item;
    const { pinId, request } = item.identified;
    const first = firsts.get(pinId);
    if (!first) firsts.set(pinId, { index, request });
    if (!first) return item;
    const { accountId } = request;
    try {
      sameRequest(contentHashOf(request), { contentHash: contentHashOf(first.request) }, 'pin', { pin_id: pinId });
      return { kind: 'repeat', accountId, firstIndex: first.index };
    } catch (error) {
      return { kind: 'failed', accountId, error };
    }
  });
}

type LookUps = Pick<PinCheckDeps, 'accounts' | 'boards'>;

/** The same look-ups, each account and each board asked for once: for the items of one batch, as of one moment. */
function lookUpOnce<Deps extends LookUps>(deps: Deps): Deps {
  const accounts = new Map<string, ReturnType<LookUps['accounts']['find']>>();
  const boards = new Map<string, ReturnType<LookUps['boards']['check']>>();
  return {
    ...deps,
    accounts: {
      find: (...[projectId, accountId, epoch, asOf]: Parameters<LookUps['accounts']['find']>) =>
        once(accounts, accountId, () => deps.accounts.find(projectId, accountId, epoch, asOf)),
    },
    boards: {
      check: (question: Parameters<LookUps['boards']['check']>[0]) =>
        once(boards, `${question.accountId} ${question.boardId}`, () => deps.boards.check(question)),
    },
  };
}

function once<Answer>(known: Map<string, Answer>, key: string, ask: () => Answer): Answer {
  const present = known.get(key);
  if (present !== undefined) return present;
  const asked = ask();
  known.set(key, asked);
  return asked;
}
