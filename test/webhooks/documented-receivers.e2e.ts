import { addWebhook } from '@pps/webhooks';
import { webhookStream } from '@pps/webhooks/events';
import { randomBytes } from 'node:crypto';
import { receivedByLibrary, receivedByPackage, receivedByPython, type ReceivedDelivery, type ReceiverOutcome } from './received-delivery';
import { appendPinFacts } from './pin-facts';
import { startReceiver } from './receiver';
import { startWebhookHost, until, type TestProject, type WebhookHost } from './webhook-host';

type ReceiverName = 'package' | 'library' | 'python';
const all: readonly ReceiverName[] = ['package', 'library', 'python'];

interface KeyKind {
  readonly name: string;
  /** What the client gives as the secret; null for one that we make. */
  readonly secret: () => string | null;
  /** Whether the receiver has the public key of the pair and no secret. */
  readonly isPair?: boolean;
  /** The receivers of the documentation that say that they take it. */
  readonly takenBy: readonly ReceiverName[];
}

const base64 = (bytes: number) => randomBytes(bytes).toString('base64');
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)).join('');

const kinds: readonly KeyKind[] = [
  { name: 'a secret that we made', secret: () => null, takenBy: all },
  ...[24, 25, 26, 32, 48, 64].map((bytes) => ({ name: `whsec_ and ${bytes} bytes`, secret: () => `whsec_${base64(bytes)}`, takenBy: all })),
  { name: '16 letters', secret: () => base64(12), takenBy: all },
  { name: '255 characters of ASCII', secret: () => `${base64(15)}${printable.repeat(3)}`.slice(0, 255), takenBy: all },
  { name: 'words', secret: () => `a secret of mine: ${base64(6)}`, takenBy: all },
  {
    name: 'base64url of a release before',
    secret: () => `whsec_-_${randomBytes(24).toString('base64url')}`,
    takenBy: ['library', 'python'],
  },
  {
    name: 'base64 without padding of a release before',
    secret: () => `whsec_${base64(25).replaceAll('=', '')}`,
    takenBy: ['library', 'python'],
  },
  { name: 'a public key', secret: () => null, isPair: true, takenBy: ['library', 'python'] },
];

let host: WebhookHost;
let project: TestProject;
beforeAll(async () => {
  host = await startWebhookHost();
  project = await host.newProject();
});
afterAll(() => host.stop());

const origin = () => ({ ...project.origin, occurredAt: host.now().toISOString() });

/** A new webhook with a key of that kind, and what its endpoint received of one pin. */
async function delivered({ secret: secretOf, isPair = false }: KeyKind): Promise<ReceivedDelivery> {
  const receiver = await startReceiver();
  const secret = secretOf();
  const fields = {
    url: receiver.url,
    secret,
    events: ['pin.queued'],
    isEnabled: true,
    accountIds: null,
    headers: null,
    hasKeyPair: isPair,
  };
  const wanted = { ...fields, organizationId: project.organizationId, makerKeyIds: [] };
  const { webhook, newSecret } = await addWebhook(host, wanted, project.owner, origin());
  await appendPinFacts(host, project);
  await until('a delivery', () => receiver.received.length > 0);
  await receiver.stop();
  const { state } = await host.live.get(webhookStream, webhook.webhookId);
  const publicKey = state.kind === 'active' ? (state.keyPair?.publicKey ?? '') : '';
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  return { headers, body, key: isPair ? publicKey : (secret ?? newSecret ?? '') };
}

/** What somebody may do to a delivery, each of which makes it none of ours. */
const edits: Readonly<Record<string, (delivery: ReceivedDelivery, other: ReceivedDelivery) => ReceivedDelivery>> = {
  body: (delivery) => ({ ...delivery, body: delivery.body.replace('A pin', 'B pin') }),
  'white space': (delivery) => ({ ...delivery, body: `${delivery.body} ` }),
  time: withHeader('webhook-timestamp', (text) => String(Number(text) - 1)),
  'no time': withHeader('webhook-timestamp', () => undefined),
  'a time that is none': withHeader('webhook-timestamp', () => 'now'),
  id: withHeader('webhook-id', (text) => `${text}0`),
  'no id': withHeader('webhook-id', () => undefined),
  'no signature': withHeader('webhook-signature', () => undefined),
  'a signature of nothing': withHeader('webhook-signature', () => 'v1, v1a,'),
  'a signature beyond ASCII': withHeader('webhook-signature', (text) => String(text).replaceAll('v1', 'é1')),
  'a signature of another version': withHeader('webhook-signature', (text) => String(text).replaceAll(/v1a?,/g, 'v2,')),
  secret: (delivery, { key }) => ({ ...delivery, key }),
};

function withHeader(name: string, change: (text: unknown) => string | undefined) {
  return (delivery: ReceivedDelivery): ReceivedDelivery => ({
    ...delivery,
    headers: { ...delivery.headers, [name]: change(delivery.headers[name]) },
  });
}

async function outcomesOf(receiver: ReceiverName, deliveries: readonly ReceivedDelivery[]): Promise<readonly ReceiverOutcome[]> {
  if (receiver === 'python') return receivedByPython(deliveries);
  return deliveries.map(receiver === 'package' ? receivedByPackage : receivedByLibrary);
}

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  'receivers take what %s signed, and nothing that was changed',
  async (_, kind) => {
    const [delivery, other] = [await delivered(kind), await delivered(kind)];
    const names = Object.keys(edits);
    const edited = Object.values(edits).map((edit) => edit(delivery, other));
    for (const receiver of kind.takenBy) {
      const [taken, ...refused] = await outcomesOf(receiver, [delivery, ...edited]);
      if (taken?.unavailable !== undefined) continue;
      expect([receiver, taken]).toEqual([receiver, { event: JSON.parse(delivery.body) }]);
      const named = refused.map((outcome, index) => [receiver, names[index], outcome]);
      expect(named).toEqual(names.map((name) => [receiver, name, { refused: expect.any(String) }]));
    }
  },
);

// Last, since it moves the clock.
test('receivers refuse a delivery that is more than five minutes off', async () => {
  host.advance(600_000);
  const late = await Promise.all(kinds.filter(({ takenBy }) => takenBy.length === all.length).map(delivered));
  for (const receiver of all) {
    const outcomes = await outcomesOf(receiver, late);
    if (outcomes[0]?.unavailable === undefined) expect(outcomes).toEqual(late.map(() => ({ refused: expect.any(String) })));
  }
});
