import { binaryEvent, type EventStoreDBClient, type ResolvedEvent } from '@eventstore/db-client';
import { collect, eventOf, freshStream, openContractClient, until } from './contract-client';

const linkTo = (target: string) => binaryEvent({ type: '$>', data: Buffer.from(target) });

describe('links', () => {
  let client: EventStoreDBClient;
  let target: string;
  let links: string;
  beforeAll(async () => {
    client = openContractClient();
    target = freshStream('target');
    links = freshStream('links');
    const gone = freshStream('gone');
    await client.appendToStream(target, [eventOf('First'), eventOf('Second')]);
    await client.appendToStream(gone, eventOf('Gone'));
    await client.deleteStream(gone);
    await client.appendToStream(links, [
      linkTo(`1@${target}`),
      linkTo(`7@${target}`),
      linkTo(`0@${gone}`),
      linkTo('nonsense'),
      eventOf('Plain'),
    ]);
  });
  afterAll(() => client.dispose());

  const summary = ({ event, link, commitPosition }: ResolvedEvent) => [event?.type, link?.revision, commitPosition !== undefined];

  it('resolves a link to its target and leaves the others alone', async () => {
    const events = await collect(client.readStream(links, { resolveLinkTos: true }));
    expect(events.map(summary)).toEqual([
      ['Second', 0n, true],
      [undefined, 1n, true],
      [undefined, 2n, true],
      [undefined, 3n, true],
      ['Plain', undefined, true],
    ]);
    expect(events[0]!.event).toMatchObject({ streamId: target, revision: 1n });
    expect(events[0]!.commitPosition).toBe(events[0]!.link!.position!.commit);
  });

  it('gives the link itself when not asked to resolve', async () => {
    const [first] = await collect(client.readStream(links, { maxCount: 1 }));
    expect(first!.link).toBeUndefined();
    expect(first!.event!.type).toBe('$>');
  });

  it('resolves links of a subscription', async () => {
    const seen: unknown[] = [];
    const subscription = client.subscribeToStream(links, { resolveLinkTos: true });
    subscription.on('data', (event: ResolvedEvent) => seen.push(event.event?.type));
    await until('five events', () => seen.length === 5);
    expect(seen).toEqual(['Second', undefined, undefined, undefined, 'Plain']);
    await subscription.unsubscribe();
  });
});
