import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formOf, queryOf, type Form } from '../http/form';
import { sendSimulatorPage } from '../pages/simulator-page';
import { grantCode, issueTokensForCode, issueTokensForRefresh } from './issued-tokens';
import { defineOperation } from './operation';
import type { PlatformSimulator } from './operation';
import { platformConsentPage } from './platform-consent.page';
import { authenticationFailed, badParameter } from './platform-refusal';

interface Consent {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
}

export function oauthConsentRoutes(app: FastifyInstance, { state }: PlatformSimulator): void {
  app.get('/oauth/', async (request, reply) => {
    const { clientId, scopes, redirectUri } = readConsent(queryOf(request));
    return sendSimulatorPage(reply, platformConsentPage({ clientId, scopes, host: new URL(redirectUri).host, action: request.url }));
  });
  app.post('/oauth/', async (request, reply) => {
    const form = { ...queryOf(request), ...formOf(request) };
    const consent = readConsent(form);
    const back = new URL(consent.redirectUri);
    const username = form['username']?.trim() ?? '';
    if (form['decision'] === 'approve') {
      if (username === '' || username.length > 100) throw badParameter('username is required, at most 100 characters');
      const { clientId, redirectUri } = consent;
      const chosen = listOf(form['scopes']);
      const scopes = chosen.length === 0 ? consent.scopes : consent.scopes.filter((scope) => chosen.includes(scope));
      back.searchParams.set('code', grantCode(state, { clientId, redirectUri, username, scopes }));
    } else if (form['decision'] === 'deny') back.searchParams.set('error', 'access_denied');
    else throw badParameter('decision is not one of approve, deny');
    back.searchParams.set('state', consent.state);
    await state.store.flushed();
    return reply.redirect(back.href, 302);
  });
}

export function oauthTokenRoutes(app: FastifyInstance, platform: PlatformSimulator): void {
  const { state } = platform;
  defineOperation(app, platform, { operation: 'token', method: 'POST', url: '/oauth/token', success: 200 }, (request) => {
    const clientId = basicUser(request);
    const { grant_type: grantType, code = '', redirect_uri: redirectUri = '', refresh_token: refreshToken = '' } = formOf(request);
    if (grantType === 'authorization_code') return issueTokensForCode(state, clientId, code, redirectUri);
    if (grantType === 'refresh_token') return issueTokensForRefresh(state, clientId, refreshToken);
    throw badParameter('grant_type is not one of authorization_code, refresh_token');
  });
}

/** Any pair of id and secret is taken; the id binds codes and refresh tokens. */
function basicUser(request: FastifyRequest): string {
  const encoded = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':');
  if (id === '' || secret.join(':') === '') throw authenticationFailed();
  return id;
}

function readConsent(form: Form): Consent {
  const { client_id: clientId = '', redirect_uri: redirectUri = '', response_type: type, scope, state = '' } = form;
  if (clientId === '') throw badParameter('client_id is required');
  if (!URL.canParse(redirectUri) || !/^https?:/i.test(redirectUri)) throw badParameter('redirect_uri is no web address');
  if (type !== 'code') throw badParameter("response_type must be 'code'");
  return { clientId, redirectUri, scopes: listOf(scope), state };
}

function listOf(text: string | undefined): readonly string[] {
  return (text ?? '').split(/[\s,]+/).filter((each) => each !== '');
}
