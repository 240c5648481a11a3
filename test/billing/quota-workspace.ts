import { newId } from '@pps/kernel';
import type { Answer, Call } from '../setup/caller';
import { newPersona } from '../setup/persona';
import type { Headers } from '../setup/platform-user';

/** Somebody with a key, an account and a board, who reads the quota in every way there is. */
export interface QuotaWorkspace {
  readonly headers: Headers;
  readonly session: Headers;
  readonly organizationId: string;
  readonly projectId: string;
  readonly accountId: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  draft(fields?: object): Record<string, unknown>;
  used(): Promise<number>;
  ledger(month?: string): Promise<readonly LedgerItem[]>;
}

export interface LedgerItem {
  readonly kind: 'consumed' | 'released';
  readonly pin_id: string;
  readonly reason: string | null;
  readonly balance: number;
}

export async function newQuotaWorkspace(api: Call, username = `quota-${newId()}`): Promise<QuotaWorkspace> {
  const { session, key: headers, accountId, boardId } = await newPersona(api, username);
  const me = (await api('GET', '/v1/auth/me', undefined, session)).body;
  const call: QuotaWorkspace['call'] = (method, path, body) => api(method, path, body, headers);
  const image_url = 'https://images.example.com/door.jpg';
  return {
    headers,
    session,
    organizationId: me.organization.id,
    projectId: me.active_project.id,
    accountId,
    call,
    draft: (fields = {}) => ({ account_id: accountId, board_id: boardId, title: 'Blue door', image_url, ...fields }),
    used: async () => (await call('GET', '/v1/billing/status')).body.quota_used,
    ledger: (month) => wholeLedger(call, month),
  };
}

/** Newest first, page by page. */
export async function wholeLedger(call: QuotaWorkspace['call'], month?: string): Promise<readonly LedgerItem[]> {
  const items: LedgerItem[] = [];
  for (let cursor = ''; ;) {
    const { status, body } = await call('GET', `/v1/billing/quota-ledger?limit=200${month ? `&month=${month}` : ''}${cursor}`);
    if (status !== 200) throw new Error(`the ledger answered ${status}: ${JSON.stringify(body)}`);
    items.push(...body.items);
    if (!body.next_cursor) return items;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

/** Consumed less given back. */
export const sumOf = (ledger: readonly LedgerItem[]): number => ledger.reduce((sum, { kind }) => sum + (kind === 'consumed' ? 1 : -1), 0);
