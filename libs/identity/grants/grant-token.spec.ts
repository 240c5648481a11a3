import { newId } from '@pps/kernel';
import { GrantTokens, isGrantTokenText } from './grant-token';

const tokens = new GrantTokens({ API_KEY_HASH_KEY: Buffer.alloc(32, 1) });
const token = {
  kind: 'access',
  environment: 'production',
  keyId: newId(),
  generation: 4_000_000_000,
  endsAt: new Date('2038-01-20T00:00:00.000Z'),
} as const;

test('a token says what it is, and is the same text each time', () => {
  for (const kind of ['access', 'refresh'] as const)
    for (const environment of ['production', 'sandbox'] as const) {
      const text = tokens.textOf({ ...token, kind, environment });
      expect([isGrantTokenText(text), tokens.read(text), tokens.textOf({ ...token, kind, environment })]).toEqual([
        true,
        { ...token, kind, environment },
        text,
      ]);
    }
});

test('no other text is one: another kind, place, key, digit or length', () => {
  const text = tokens.textOf(token);
  const others = [
    ...['', 'pps_live_at_', text.slice(0, -1), `${text}0`, text.toUpperCase(), ` ${text}`],
    text.replace('_at_', '_rt_'),
    text.replace('live', 'test'),
    `${text.slice(0, 12)}${'z'.repeat(60)}`,
    new GrantTokens({ API_KEY_HASH_KEY: Buffer.alloc(32, 2) }).textOf(token),
  ];
  for (const other of others) expect([other, tokens.read(other)]).toEqual([other, null]);
  for (let at = 0; at < text.length; at++) {
    const changed = text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1);
    expect([changed, tokens.read(changed)]).toEqual([changed, null]);
  }
});
