import type { PinPublishing } from 'pin-publishing';
import { CommandFailed } from '../command-failed';
import { endWebhook } from './end-webhook';
import { loseAccount } from './lose-account';
import type { Place, Trigger } from './place';

const titleOf = ({ fields }: Place, marker = ''): string => `${marker}${marker && ' '}${fields['title'] ?? 'Made by pps trigger'}`;

const draft = (place: Place, marker?: string) => ({
  ...{ account_id: place.accountId, board_id: place.boardId, image_url: 'https://images.example.com/pps-trigger.jpg' },
  ...place.fields,
  title: titleOf(place, marker),
});

const makePin = async (client: PinPublishing, place: Place, marker?: string): Promise<{ readonly id: string }> =>
  client.pins.create(draft(place, marker));

const makeSchedule = async (
  client: PinPublishing,
  place: Place,
  inMs: number,
  marker?: string,
): Promise<{ readonly schedule: { readonly id: string } }> => {
  const run_at = place.fields['run_at'] ?? new Date(Date.now() + inMs);
  const made = (await client.schedules.create({ ...draft(place, marker), run_at } as Parameters<
    typeof client.schedules.create
  >[0])) as unknown as {
    readonly schedule?: { readonly id: string };
    readonly id: string;
  };
  return { schedule: made.schedule ?? made };
};

/** Makes something that fails as the fields say; an account that is lost by it is connected again. */
async function failing<Made extends object>({ fields, accountId }: Place, client: PinPublishing, make: (marker: string) => Promise<Made>) {
  const code = fields['error_code'] ?? 'invalid_image';
  const made = await make(`[fail:${code}]`);
  return code === 'reconnect_required' ? { ...made, ...(await loseAccount(client, accountId)) } : made;
}

/** How each event of the catalogue is brought about in a sandbox: by doing what leads to it. */
export const triggers: Readonly<Record<string, Trigger>> = {
  'pin.queued': (client, place) => makePin(client, place),
  'pin.publishing': (client, place) => makePin(client, place),
  'pin.published': (client, place) => makePin(client, place),
  'pin.failed': (client, place) => failing(place, client, (marker) => makePin(client, place, marker)),
  'pin.deferred': (client, place) => makePin(client, place, `[defer:${place.fields['seconds'] ?? '5'}]`),
  'schedule.fired': (client, place) => makeSchedule(client, place, 3_000),
  'schedule.canceled': async (client, place) => client.schedules.cancel((await makeSchedule(client, place, 86_400_000)).schedule.id),
  'schedule.failed': (client, place) => failing(place, client, (marker) => makeSchedule(client, place, 3_000, marker)),
  'import.completed': async (client, place) => client.imports.createFromJson([draft(place)] as never),
  'account.reconnect_required': async (client, place) => {
    const { id } = await makePin(client, place, '[fail:reconnect_required]');
    return { ...(await loseAccount(client, place.accountId)), pin_id: id };
  },
  'quota.threshold_reached': useQuota,
  'webhook.disabled': (client) => endWebhook(client),
  'webhook.test': async (client, { fields }) => {
    const hooks = (await client.webhooks.list()) as unknown as readonly { readonly id: string }[];
    const ids = fields['webhook_id'] === undefined ? hooks.map(({ id }) => id) : [fields['webhook_id']];
    if (ids.length === 0) throw new CommandFailed('there is no webhook to test: pps listen makes one', 'refused');
    return Promise.all(ids.map((id) => client.webhooks.test(id)));
  },
};

/** Uses the month's quota up to the next threshold, in batches. */
async function useQuota(client: PinPublishing, place: Place): Promise<object> {
  const { quota_used: used = 0, quota_limit: limit = 100 } = (await client.billing.getStatus()) as {
    readonly quota_used?: number;
    readonly quota_limit?: number;
  };
  const next = [0.8, 1].map((share) => Math.ceil(limit * share)).find((each) => each > used);
  if (next === undefined)
    throw new CommandFailed('both thresholds are behind: pps projects reset-sandbox begins the count anew', 'refused');
  const pins = Array.from({ length: next - used }, (_, n) => ({ ...draft(place), title: `${titleOf(place)} ${n + 1}` }));
  for (let at = 0; at < pins.length; at += 100) await client.pins.createMany({ pins: pins.slice(at, at + 100) } as never);
  return { used: next, limit };
}
