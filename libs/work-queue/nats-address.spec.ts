import { natsAddress } from './nats-address';

test.each([
  ['nats://127.0.0.1:4222', { servers: 'nats://127.0.0.1:4222' }],
  ['nats://pins:s3-cret_@nats:4222', { servers: 'nats://nats:4222', user: 'pins', pass: 's3-cret_' }],
  ['nats://pins:a%40b%3A%2F@nats:4222', { servers: 'nats://nats:4222', user: 'pins', pass: 'a@b:/' }],
  ['nats://t0ken@[::1]:4222', { servers: 'nats://[::1]:4222', token: 't0ken' }],
  ['tls://pins:@nats:4222', { servers: 'tls://nats:4222', user: 'pins', pass: '', tls: {} }],
  ['nats://a:4222,nats://b:4222', { servers: ['nats://a:4222', 'nats://b:4222'] }],
  ['nats://pins:x@a:4222, b:4222', { servers: ['nats://a:4222', 'b:4222'], user: 'pins', pass: 'x' }],
  ['nats://pins:x@a:4222,nats://pins:x@b:4222', { servers: ['nats://a:4222', 'nats://b:4222'], user: 'pins', pass: 'x' }],
  ['nats://a:4222,tls://b:4222', { servers: ['nats://a:4222', 'tls://b:4222'], tls: {} }],
])('%s', (url, address) => {
  expect(natsAddress(url)).toEqual(address);
});

it('refuses a list whose addresses name different users', () => {
  expect(() => natsAddress('nats://a:x@a:4222,nats://b:y@b:4222')).toThrow(/NATS_URL.*same user/);
});
