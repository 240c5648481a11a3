import { newId } from '@pps/kernel';
import { register } from '../../setup/account';
import { bearer } from '../../setup/caller';
import { programAt, redirectUri, registered } from '../../grants/grant-service';
import { approving, fieldOf, openBrowser } from '../../grants/open-browser';
import type { WholeService } from '../../story/whole-service';
import type { Planted } from './planted';

/** Lets a program act for somebody, and plants what goes to and fro: tickets, code, verifier, tokens. */
export async function useProgram({ call, url }: WholeService, { plant, word }: Planted): Promise<void> {
  const [email, password] = [
    plant('personal', 'e-mail of a program’s person', `canary.${newId()}@example.test`),
    word('secret', 'password at the consent'),
  ];
  const account = await register(call, { email, password });
  const program = programAt(url);
  plant('secret', 'code verifier', program.verifier);
  const clientId = await registered(program);
  const browser = openBrowser(url);
  const opened = await browser.open(program.authorizeUrl(clientId, { resource: '-' }));
  plant('secret', 'mark of a browser', /=([\w-]{43});/.exec(opened.headers.get('set-cookie') ?? '')?.[1] ?? '');
  const request = plant('secret', 'ticket of a question', fieldOf(opened, 'request'));
  const page = await browser.post('/oauth/authorize', { request, email, password });
  plant('secret', 'ticket of a consent', fieldOf(page, 'ticket'));
  const { location } = await browser.answer(page, approving(account.projectId));
  const code = plant('secret', 'authorization code', new URL(location ?? redirectUri).searchParams.get('code') ?? '');
  const { body } = await program.redeem(code, clientId, { resource: '' });
  plant('secret', 'token of a program', body.access_token);
  plant('secret', 'refresh token', body.refresh_token);
  const next = (await program.refresh(body.refresh_token, clientId)).body;
  plant('secret', 'next token of a program', next.access_token);
  plant('secret', 'next refresh token', next.refresh_token);
  const used = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...bearer(next.access_token), 'content-type': 'application/json' },
    body: '{}',
  });
  if (used.status >= 500 || used.status === 401) throw new Error(`the token of a program was answered with ${used.status}`);
}
