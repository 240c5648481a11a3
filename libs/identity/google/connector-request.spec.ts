import { connectorRequestIn, signConnectorRequest } from './connector-request';

const [hashKey, shared] = [Buffer.alloc(32, 1), Buffer.alloc(32, 7)];
const elsewhere = { CONNECTOR_URL: 'https://connector.test/', CONNECTOR_KEY: shared };

it('without a connector elsewhere an id counts that was signed here, and no other', () => {
  const own = { CONNECTOR_URL: undefined, CONNECTOR_KEY: shared } as never;
  const signed = signConnectorRequest('0197a000-0000-7000-8000-00000000000a', hashKey);
  expect(connectorRequestIn(signed, own, hashKey)).toBe('0197a000-0000-7000-8000-00000000000a');
  const others = ['request-7', signed.replace('0197', '0198'), `${signed}x`, signConnectorRequest('a', Buffer.alloc(32, 2)), ''];
  expect(others.map((text) => connectorRequestIn(text, own, hashKey))).toEqual(others.map(() => null));
});

it('a connector elsewhere signs with the shared key, where there is one', () => {
  expect(connectorRequestIn(signConnectorRequest('a', hashKey), elsewhere as never, hashKey)).toBeNull();
  const unsigned = { CONNECTOR_URL: elsewhere.CONNECTOR_URL } as never;
  expect([connectorRequestIn('request-7', unsigned, hashKey), connectorRequestIn('request 7', unsigned, hashKey)]).toEqual([
    'request-7',
    null,
  ]);
});
