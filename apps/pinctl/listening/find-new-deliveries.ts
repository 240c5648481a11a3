import { refusalOf, type ServiceClient } from './service-client';

export interface NewDeliveries {
  /** The oldest first. */
  readonly ids: readonly string[];
  /** There were more than are looked for at once: older ones are left out. */
  readonly isIncomplete: boolean;
}

const pageSize = 200;
const mostPages = 50;

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly next_cursor: string | null;
}

/** The deliveries that came after one, or all of them; the 10,000 newest at most. Throws `CommandFailed`. */
export async function findNewDeliveries(service: ServiceClient, webhookId: string, after: string | null): Promise<NewDeliveries> {
  const ids: string[] = [];
  let cursor = '';
  for (let page = 0; page < mostPages; page += 1) {
    const limit = page === 0 && after !== null ? 20 : pageSize;
    const answer = await service.call('GET', `/v1/webhooks/${webhookId}/deliveries?limit=${limit}${cursor}`);
    if (answer.status !== 200) throw refusalOf('the deliveries cannot be listed', answer);
    const { items, next_cursor: next } = answer.body as Page;
    for (const { id } of items) {
      if (id === after) return { ids: ids.reverse(), isIncomplete: false };
      ids.push(id);
    }
    if (next === null) return { ids: ids.reverse(), isIncomplete: false };
    cursor = `&cursor=${next}`;
  }
  return { ids: ids.reverse(), isIncomplete: true };
}
