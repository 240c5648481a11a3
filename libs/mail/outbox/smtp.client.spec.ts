import { createServer, type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { checkMailServer } from './smtp.client';

const password = 'a-password-of-this-test';

/** A mail server that takes one password, without TLS. */
async function withMailServer(work: (host: string) => Promise<void>): Promise<void> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password: given }, _, done) => (given === password ? done(null, { user: 'ada' }) : done(new Error('no such password'))),
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    await work(`127.0.0.1:${(server.server.address() as AddressInfo).port}`);
  } finally {
    await new Promise<void>((closed) => server.close(closed));
  }
}

it('signs in where user and password are right, and tells why not where they are wrong', async () => {
  await withMailServer(async (host) => {
    await expect(checkMailServer(`smtp://ada:${password}@${host}`)).resolves.toBeUndefined();
    await expect(checkMailServer(`smtp://ada:wrong@${host}`)).rejects.toThrow(/Invalid login/);
  });
});

it('tells of a port where nobody listens, and of TLS to a server without it', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => taken.once('listening', listening));
  const { port } = taken.address() as AddressInfo;
  await new Promise((closed) => taken.close(closed));
  await expect(checkMailServer(`smtp://127.0.0.1:${port}`)).rejects.toThrow(/ECONNREFUSED/);
  await withMailServer((host) => expect(checkMailServer(`smtps://${host}`)).rejects.toThrow(/SSL|TLS|wrong version/i));
});
