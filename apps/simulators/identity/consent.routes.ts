import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { formOf, queryOf, type Form } from '../http/form';
import { htmlEscaped, hiddenFields, htmlPage } from '../http/html-page';
import type { IdentityState } from './identity-state';
import { invalidRequest } from './oauth-refusal';

interface Consent {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string | null;
  readonly challenge: string | null;
}

const codeLifeMs = 600_000;

/** The page where a person says who he is, and the way back from it. */
export function identityConsentRoutes(app: FastifyInstance, state: IdentityState): void {
  app.get('/authorize', async (request, reply) => {
    const query = queryOf(request);
    return reply.type('text/html').send(consentPage(readConsent(query), request.url, query));
  });
  app.post('/authorize', async (request, reply) => {
    const form = { ...queryOf(request), ...formOf(request) };
    const consent = readConsent(form);
    const back = new URL(consent.redirectUri);
    if (form['decision'] === 'approve') back.searchParams.set('code', grant(state, consent, form));
    else if (form['decision'] === 'deny') back.searchParams.set('error', 'access_denied');
    else throw invalidRequest('decision is not one of approve, deny');
    back.searchParams.set('state', consent.state);
    await state.store.flushed();
    return reply.redirect(back.href, 302);
  });
}

function grant(state: IdentityState, { clientId, redirectUri, nonce, challenge }: Consent, form: Form): string {
  const email = form['email']?.trim() ?? '';
  if (!email.includes('@') || email.length > 254) throw invalidRequest('email is required');
  const verified = form['email_verified'] ?? 'true';
  if (verified !== 'true' && verified !== 'false') throw invalidRequest('email_verified is not one of true, false');
  const name = form['name']?.trim() || (email.split('@')[0] ?? email);
  const code = randomBytes(24).toString('base64url');
  const expiresMs = Date.now() + codeLifeMs;
  state.codes.put(code, { code, clientId, redirectUri, nonce, challenge, email, name, emailVerified: verified === 'true', expiresMs });
  return code;
}

function readConsent(form: Form): Consent {
  const { client_id: clientId = '', redirect_uri: redirectUri = '', response_type: type, scope = '', state = '' } = form;
  if (clientId === '') throw invalidRequest('client_id is required');
  if (!URL.canParse(redirectUri) || !/^https?:/i.test(redirectUri)) throw invalidRequest('redirect_uri is no web address');
  if (type !== 'code') throw invalidRequest("response_type must be 'code'");
  if (!scope.split(' ').includes('openid')) throw invalidRequest("scope must contain 'openid'");
  const challenge = form['code_challenge'] ?? null;
  if (challenge !== null && form['code_challenge_method'] !== 'S256') throw invalidRequest("code_challenge_method must be 'S256'");
  return { clientId, redirectUri, state, nonce: form['nonce'] ?? null, challenge };
}

function consentPage(consent: Consent, action: string, query: Form): string {
  return htmlPage(
    'Sign in',
    `<p>to go on to <b>${htmlEscaped(consent.clientId)}</b></p>
<form method="post" action="${htmlEscaped(action)}">${hiddenFields(query)}
<label>E-mail <input name="email" type="email" value="alice@example.com" required maxlength="254"></label>
<label>Name <input name="name" value="Alice" maxlength="100"></label>
<label>The address is verified <select name="email_verified"><option>true</option><option>false</option></select></label>
<button name="decision" value="approve">Continue</button> <button name="decision" value="deny" formnovalidate>Cancel</button></form>`,
  );
}
