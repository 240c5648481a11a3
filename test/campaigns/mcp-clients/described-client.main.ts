import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { redirectUri, startGrantService } from '../../grants/grant-service';
import { agree, keptByProgram, officialClient } from '../../grants/official-client';
import { register } from '../../setup/account';

/** Walks the official client that has an address as its id, and says each step. */
async function main(): Promise<void> {
  const { DESCRIPTION_KEY = '', DESCRIPTION_CERT = '' } = process.env;
  const described = createServer({ key: readFileSync(DESCRIPTION_KEY), cert: readFileSync(DESCRIPTION_CERT) }, (_, answer) => {
    const metadata = { client_id: address(), client_name: 'Described', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
  });
  const address = () => `https://localhost:${(described.address() as AddressInfo).port}/client.json`;
  await new Promise<void>((listening) => described.listen(0, listening));
  const service = await startGrantService();
  try {
    const person = await register(service.call);
    const keep = keptByProgram(address());
    await officialClient('new', service.url, keep)
      .connect()
      .catch(() => undefined);
    const id = keep.kept.asked?.searchParams.get('client_id');
    if (id !== address()) throw new Error(`it asked as ${String(id)}`);
    console.log('asked as its address');
    const { client, finish, connect } = officialClient('new', service.url, keep);
    await finish(await agree(service.url, keep, person));
    await connect();
    console.log('signed in');
    await expectAnswer(client.call('list_accounts'));
    service.after(3_700);
    await expectAnswer(client.call('list_accounts'));
    if (keep.kept.questions !== 1) throw new Error(`it asked ${keep.kept.questions} times`);
    console.log('refreshed');
    const [{ client_name: name }] = (await service.call('GET', '/v1/api-keys', undefined, person.session)).body;
    if (name !== 'Described') throw new Error(`its grant is named ${String(name)}`);
    console.log('named as it is described');
    await client.close();
  } finally {
    await service.stop();
    described.close();
    described.closeAllConnections();
  }
}

async function expectAnswer(asked: Promise<{ readonly isError: boolean; readonly text: string }>): Promise<void> {
  const { isError, text } = await asked;
  if (isError) throw new Error(text);
  console.log('called a tool');
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
