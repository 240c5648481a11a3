import { refuseUnreadableAddresses } from './refuse-unreadable-addresses';

it.each([
  ['EVENTSTORE_URL', 'esdb://pins:secret@host:port', /character \d+ of it: expected port number$/],
  ['EVENTSTORE_URL', 'esdb://pins:secret@host?tls=maybe', /expected true or false$/],
  ['EVENTSTORE_URL', 'esdb://pins:secret@host?tls=true&tlsCAFile=/nowhere/ca.crt', /certificate file/],
  ['EVENTSTORE_URL', 'esdb://pins:se%cret@host', /two hex digits/],
  ['DATABASE_URL', 'postgres://pins:secret@a:5432,b:54x2/pins', /address 2 of 2 \(host b\) has a port that is no number/],
  ['DATABASE_DIRECT_URL', 'postgres://pins:secret@,b/pins', /address 1 of 2 has no host/],
  ['NATS_URL', 'nats://pins:se%cret@host', /two hex digits/],
  ['NATS_URL', 'nats://pins:secret@a,nats://pins:secret2@b', /must have the same user and password$/],
  ['NATS_URL', 'nats://pins:secret@a:4222,nats://pins:secret@b:port', /address 2 of 2 \(host b\) has a port that is no number/],
  ['SMTP_URL', 'smtp://pins:secret@host:99999', /URL/],
  ['SMTP_URL', 'smtp://pins:se%cret@host', /two hex digits/],
])('%s that cannot be read ends the start with its name and the reason, and shows no password', (setting, url, reason) => {
  const refuse = () => refuseUnreadableAddresses({ [setting]: url });
  expect(refuse).toThrow(expect.objectContaining({ name: 'CannotStart', message: expect.stringMatching(reason) }));
  expect(refuse).toThrow(new RegExp(`^${setting} cannot be used: (?!.*(secret|cret@))`));
});

it.each([
  { EVENTSTORE_URL: 'kurrentdb://host:2113?tls=false' },
  { EVENTSTORE_URL: 'kurrentdb+discover://a,b,c' },
  { EVENTSTORE_URL: 'esdb://host:2113', NATS_URL: 'nats://a,nats://b', SMTP_URL: 'smtps://a%40b:c@host:465' },
  {},
])('%j can be read', (addresses) => expect(() => refuseUnreadableAddresses(addresses)).not.toThrow());
