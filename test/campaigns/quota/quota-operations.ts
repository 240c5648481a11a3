import { send } from '../../../apps/simulators/testing';
import type { Answer } from '../../setup/caller';
import { consentAsPlatformUser } from '../../setup/platform-user';
import { askUntilAnswered } from '../traffic/ask-until-answered';
import { pinOf, type Workspace } from '../traffic/workspace';

export interface OperationsOptions {
  /** The customer's way to each API. */
  readonly ways: readonly [Workspace, Workspace];
  readonly apis: readonly Parameters<typeof consentAsPlatformUser>[0][];
  readonly workspaceId: string;
  readonly platformUrl: string;
  /** An uploaded video. */
  readonly videoId: string;
  readonly random: () => number;
}

export interface Operations {
  /** Pins that were created, by any answer. */
  readonly created: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  readonly counts: Readonly<Record<string, number>>;
  /** Chooses the next operation and carries it out until it is answered. */
  next(): Promise<void>;
}

const weights = { create: 40, failing: 8, batch: 10, video: 5, repeat: 8, retry: 10, delete: 12, plan: 5, revoke: 2 } as const;
type Kind = keyof typeof weights;
const plans = ['starter', 'growth', 'playground', 'growth', 'pro'] as const;

/** What a customer does in a month, in an order and with choices that depend on the seed. */
export function quotaOperations({ ways, apis, workspaceId, platformUrl, videoId, random }: OperationsOptions): Operations {
  const created = new Set<string>();
  const deleted = new Set<string>();
  const keys: string[] = [];
  const counts: Record<string, number> = {};
  const way = (): Workspace => (random() < 0.5 ? ways[0] : ways[1]);
  const some = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const count = (what: string) => void (counts[what] = (counts[what] ?? 0) + 1);
  const ask = (what: string, method: string, path: string, body?: unknown): Promise<Answer> => {
    const by = way();
    return askUntilAnswered(what, () => by.call(method, path, body));
  };
  const newTitle = (): string => {
    const title = `quota-${keys.length + 1}`;
    keys.push(title);
    return title;
  };
  const create = async (title: string, fields: object = {}) => {
    const answer = await ask(`the creation of ${title}`, 'POST', '/v1/pins', { ...pinOf(ways[0], title), ...fields });
    count(`create ${answer.status}`);
    if (answer.status === 201) created.add(answer.body.id);
  };

  const operations: Readonly<Record<Kind, () => Promise<void>>> = {
    create: () => create(newTitle()),
    failing: async () => {
      const title = newTitle();
      const fault = { operation: 'pins.create', status: 400, code: 1, message: 'no', title, times: 1 };
      await send('POST', `${platformUrl}/platform/_control/faults`, fault);
      await create(title);
    },
    batch: async () => {
      const pins = Array.from({ length: 1 + Math.floor(random() * 10) }, () => pinOf(ways[0], newTitle()));
      const { status, body } = await ask('a batch', 'POST', '/v1/pins/batch', { pins });
      count(`batch ${status}`);
      for (const { pin } of status === 200 ? body.results : []) if (pin) created.add(pin.id);
    },
    video: async () => {
      const { account_id, board_id, title, idempotency_key } = pinOf(ways[0], newTitle());
      const answer = await ask('a video', 'POST', '/v1/pins', { account_id, board_id, title, idempotency_key, asset_id: videoId });
      count(`video ${answer.status}`);
      if (answer.status === 201) created.add(answer.body.id);
    },
    repeat: async () => {
      const title = some(keys);
      if (title) await create(title);
    },
    retry: async () => {
      const [failed] = (await ask('the failed', 'GET', '/v1/pins?status=failed&limit=1')).body;
      if (failed) count(`retry ${(await ask('a retry', 'POST', `/v1/pins/${failed.id}/retry`)).status}`);
    },
    delete: async () => {
      const id = some([...created]);
      if (!id) return;
      const { status } = await ask('a deletion', 'DELETE', `/v1/pins/${id}`);
      count(`delete ${status}`);
      if (status === 204 || status === 404) deleted.add(id);
    },
    plan: async () => {
      const set = { workspace_id: workspaceId, plan: some(plans), status: 'active' };
      const { status } = await askUntilAnswered('a plan', async () => {
        const { json, ...rest } = await send('POST', `${platformUrl}/payments/_control/subscriptions`, set);
        return { ...rest, body: json };
      });
      count(`plan ${status}`);
    },
    revoke: async () => {
      count(`revoke ${(await ask('a revocation', 'DELETE', `/v1/platform/accounts/${ways[0].accountId}`)).status}`);
      const [api] = apis;
      if (!api) return;
      await askUntilAnswered('a connection', async () => {
        const path = await consentAsPlatformUser(api, ways[0].headers, { username: 'ada' });
        return api('GET', path, undefined, { accept: 'application/json' });
      });
    },
  };

  const chosen = Object.entries(weights).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind as Kind));
  return { created, deleted, counts, next: () => operations[some(chosen) ?? 'create']() };
}
