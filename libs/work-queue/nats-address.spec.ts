import { natsAddress } from './nats-address';

test.each([
  ['nats://127.0.0.1:4222', { servers: 'nats://127.0.0.1:4222' }],
  ['nats://pins:s3-cret_@nats:4222', { servers: 'nats://nats:4222', user: 'pins', pass: 's3-cret_' }],
  ['nats://pins:a%40b%3A%2F@nats:4222', { servers: 'nats://nats:4222', user: 'pins', pass: 'a@b:/' }],
  ['nats://t0ken@[::1]:4222', { servers: 'nats://[::1]:4222', token: 't0ken' }],
  ['tls://pins:@nats:4222', { servers: 'tls://nats:4222', user: 'pins', pass: '', tls: {} }],
  ['nats://a:4222,nats://b:4222', { servers: ['nats://a:4222', 'nats://b:4222'] }],
  ['nats://pins:x@a:4222, pins:x@b:4222', { servers: ['nats://a:4222', 'b:4222'], user: 'pins', pass: 'x' }],
  ['nats://pins:x@a:4222,nats://pins:x@b:4222', { servers: ['nats://a:4222', 'nats://b:4222'], user: 'pins', pass: 'x' }],
  ['nats://a:4222,tls://b:4222', { servers: ['nats://a:4222', 'tls://b:4222'], tls: {} }],
])('%s', (url, address) => {
  expect(natsAddress(url)).toEqual(address);
});

it('refuses a list whose addresses name different users', () => {
  expect(() => natsAddress('nats://a:x@a:4222,nats://b:y@b:4222')).toThrow(/NATS_URL.*same user/);
});

it.each([
  ['nats://pins:s3cret@a:4222,nats://pins:s3cret@b:port', /: address 2 of 2 \(host b\) has a port that is no number from 1 to 65535$/],
  ['nats://a:0,b:99999,c:4222', /: address 1 of 3 has a port .*; address 2 of 3 has a port/],
  ['nats://a:4222,,b:4222,', /: address 2 of 4 is empty; address 4 of 4 is empty$/],
  ['nats://pins:s3cret@a:4222,http://pins:s3cret@b', /: address 2 of 2 must begin with nats:\/\/ or tls:\/\/$/],
  ['nats://pins:s3cret@', /: it has no host$/],
  ['nats://pins:s3cret@:4222', /: it has no host that can be read/],
  ['nats://pins:s3cret@x@a:4222', /: it has an @ too many: write one in a password as %40/],
  ['nats://pins:s3cret/x@a:4222,b', /: address 1 of 2 has an @ too many/],
  [
    'nats://pins:s3cret,x@a:4222',
    /: address 1 of 2 has a port that is no number.*; a user comes after a comma: write a , in a password as %2C/,
  ],
  ['nats://pins:4222,s3cret@a:4222', /: a user comes after a comma: write a , in a password as %2C/],
])('refuses %s and says which address is wrong, without its password', (url, reason) => {
  expect(() => natsAddress(url)).toThrow(reason);
  expect(() => natsAddress(url)).toThrow(/^(?!.*(s3cret|pins))/);
});
