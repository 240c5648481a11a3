import { tellOfQueue } from './tell-of-queue';

it('names the setting and the reason at once, and says the same again only every 5 s', () => {
  let now = 0;
  const lines: string[] = [];
  const tell = tellOfQueue({ warn: (_: object, line: string) => void lines.push(line) } as never, () => now);
  const refused = Object.assign(new Error('CONNECTION_REFUSED'), { name: 'NatsError', code: 'CONNECTION_REFUSED' });
  for (now = 0; now < 9_000; now += 100) tell(refused);
  tell(Object.assign(new Error('503'), { code: '503' }));
  expect(lines).toEqual([
    'waiting for NATS_URL: NatsError: CONNECTION_REFUSED',
    'waiting for NATS_URL: NatsError: CONNECTION_REFUSED',
    'waiting for NATS_URL: JetStream is not enabled there, or has no leader',
  ]);
});
