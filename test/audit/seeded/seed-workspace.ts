import { newId } from '@pps/kernel';
import { png, uploadForm } from '../../assets/uploader';
import type { Answer, Call } from '../../setup/caller';
import type { Headers } from '../../setup/platform-user';

/** A project that somebody works in. */
export interface SeededWorkspace {
  readonly projectId: string;
  readonly session: Headers;
  readonly accountId: string;
  readonly boardId: string;
  readonly isSandbox: boolean;
}

export interface Seeding {
  readonly call: Call;
  readonly url: string;
  /** Where its webhooks are sent to. */
  readonly receiverUrl: string;
  /** Numbers from 0 up to, not including, 1. */
  readonly random: () => number;
  readonly steps: number;
}

/** What was wrong when it was done is chance, too: an edit of a pin that is being published, a retry of one that has not failed. */
const refusals = [400, 403, 404, 409];
const titles = ['Blue door', 'Grüne Tür 🚪', '門', 'A'.repeat(100), 'x"\\/\u2028'];
const outcomes = ['', '', '', '[fail:invalid_image]', '[fail:board_not_found]', '[defer:1]'];

/** On a machine that stands still, the time of a schedule may be over when it arrives. */
const isTooLate = ({ status, body }: Answer): boolean => status === 422 && body.error.errors?.[0]?.loc?.at(-1) === 'run_at';

/** Does things in a workspace that chance chooses: pins, batches, imports, schedules, retries, edits, deletions, webhooks, keys and uploads. */
export async function seedWorkspace(workspace: SeededWorkspace, { call, url, receiverUrl, random, steps }: Seeding): Promise<void> {
  const { session, accountId: account_id, boardId: board_id, isSandbox } = workspace;
  const made: Record<'pins' | 'schedules' | 'webhooks' | 'keys', string[]> = { pins: [], schedules: [], webhooks: [], keys: [] };
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const soon = () => new Date(Date.now() + 3_000).toISOString();
  const draft = (fields: object = {}) => {
    const title = `${isSandbox ? (pick(outcomes) ?? '') : ''}${pick(titles) ?? ''}`.slice(0, 100);
    return { account_id, board_id, title, image_url: 'https://images.example.com/door.jpg', ...fields };
  };
  const ask = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await call(method, `/v1/${path}`, body, session);
    if (answer.status >= 300 && !refusals.includes(answer.status) && !isTooLate(answer)) {
      throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer;
  };
  const make = async (kind: keyof typeof made, path: string, body: object) => {
    const answer = await ask('POST', path, body);
    if (answer.status === 201) made[kind].push(answer.body.id);
  };
  const acts: readonly (() => Promise<unknown>)[] = [
    () => make('pins', 'pins', draft()),
    () => make('pins', 'pins', draft({ idempotency_key: newId() })),
    () => ask('POST', 'pins/batch', { pins: [draft(), draft(), draft({ board_id: '1' })] }),
    () =>
      ask('POST', 'pins/imports/json', [
        draft(),
        draft({ title: '' }),
        draft({ run_at: '2099-01-01T10:00:00Z' }),
        draft({ run_at: soon() }),
      ]),
    () => make('schedules', 'schedules', draft({ run_at: soon() })),
    () => make('schedules', 'schedules', draft({ run_at: '2099-01-01T10:00:00Z' })),
    () => ask('PATCH', `schedules/${pick(made.schedules) ?? newId()}`, { title: 'Changed' }),
    () => ask('POST', `schedules/${pick(made.schedules) ?? newId()}/cancel`),
    () => ask('POST', `pins/${pick(made.pins) ?? newId()}/retry`),
    () => ask('PATCH', `pins/${pick(made.pins) ?? newId()}`, { title: 'Changed 🚪' }),
    () => ask('DELETE', `pins/${pick(made.pins) ?? newId()}`),
    async () => made.webhooks.length > 0 || make('webhooks', 'webhooks', { url: receiverUrl, events: ['pin.published', 'pin.failed'] }),
    () => ask('PATCH', `webhooks/${pick(made.webhooks) ?? newId()}`, { is_enabled: random() < 0.7 }),
    () => ask('DELETE', `webhooks/${pick(made.webhooks) ?? newId()}`),
    () => make('keys', 'api-keys', { name: 'k', scopes: ['read'], platform_account_ids: random() < 0.5 ? [account_id] : null }),
    () => ask('DELETE', `api-keys/${pick(made.keys) ?? newId()}`),
    async () => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(await png())]), 'door.png');
      const { status, body } = await uploadForm(`${url}/v1/assets/images`, form, session);
      if (status === 201) await make('pins', 'pins', { ...draft({ asset_id: body.id }), image_url: undefined });
    },
  ];
  for (let step = 0; step < steps; step++) await acts[Math.floor(random() * acts.length)]?.();
}
