import { Body, Controller, Header, HttpCode, Inject, Post, Req, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { findPublicClient, requestDeviceSignIn, type Identity } from '@pps/identity';
import { endOwnKey, pollDeviceSignIn, redeemAuthorization, refreshGrant, type GrantOutcome } from '@pps/use-cases';
import type { FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { IDENTITY } from '../auth/identity';
import { Public } from '../auth/route-access.decorator';
import { FormBody } from '../http/form-body.decorator';
import { RateLimited } from '../limits/rate-limit.guard';
import { formText } from '../web/form-fields';
import { resourceNamed } from './issuer';
import { AnswersAsOAuth, OAuthFailureFilter } from './oauth-failure.filter';
import { OAuthRefusal } from './oauth-refusal';
import { deviceBody, pairBody, tokenBody } from './token-body';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Where programs get keys that people agreed to: a terminal by a code (RFC 8628), other programs by way of their browser (RFC 6749, OAuth 2.1); each may end its own again (RFC 7009). Parameters that are unknown are passed over. */
@ApiExcludeController()
@Controller('oauth')
@Public()
@UseFilters(OAuthFailureFilter)
export class TokenController {
  constructor(
    @Inject(APP) private readonly app: App,
    @Inject(IDENTITY) private readonly identity: Identity,
  ) {}

  @Post('device_authorization')
  @RateLimited('device_sign_ins')
  @FormBody()
  @AnswersAsOAuth()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async startDevice(@Body() form: unknown, @Req() { ip }: FastifyRequest) {
    const started = await requestDeviceSignIn(this.identity, {
      client: clientOf(form),
      machine: formText(form, 'device_name'),
      address: ip,
    });
    return deviceBody(started, this.app.configuration);
  }

  @Post('token')
  @RateLimited('token_requests')
  @FormBody()
  @AnswersAsOAuth()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async token(@Body() form: unknown) {
    const grantType = required(form, 'grant_type');
    switch (grantType) {
      case 'authorization_code':
        return this.pairOf(await redeemAuthorization(this.deps, this.codeOf(form)));
      case 'refresh_token': {
        const [token, clientId] = [required(form, 'refresh_token'), required(form, 'client_id')];
        return this.pairOf(await refreshGrant(this.deps, { token, clientId, resource: this.resourceOf(form) }));
      }
      case deviceGrant:
        return this.keyOf(form);
      default:
        throw new OAuthRefusal('unsupported_grant_type', `grant_type is authorization_code, refresh_token or ${deviceGrant}`);
    }
  }

  private get deps() {
    return { ...this.app, ...this.identity };
  }

  private codeOf(form: unknown) {
    const [code, clientId, redirectUri] = [required(form, 'code'), required(form, 'client_id'), required(form, 'redirect_uri')];
    return { code, clientId, redirectUri, verifier: required(form, 'code_verifier'), resource: this.resourceOf(form) };
  }

  /** Null where none is named. Throws `OAuthRefusal('invalid_target')` for one that is none of ours. */
  private resourceOf(form: unknown) {
    const named = formText(form, 'resource');
    if (named === '') return null;
    const resource = resourceNamed(this.app.configuration, named);
    if (resource === null) throw new OAuthRefusal('invalid_target', 'resource is no address of this service');
    return resource;
  }

  private pairOf(outcome: GrantOutcome) {
    if (outcome.refusal !== null) throw new OAuthRefusal(outcome.refusal, outcome.why);
    return pairBody(outcome.pair, this.app.clock());
  }

  private async keyOf(form: unknown) {
    const client = clientOf(form);
    const outcome = await pollDeviceSignIn(this.deps, required(form, 'device_code'), client.id);
    if (outcome.refusal !== null) throw new OAuthRefusal(outcome.refusal, outcome.why);
    return tokenBody(outcome.created, this.app.clock());
  }

  /** A token that works no more is none to revoke: 200 all the same, so that nobody learns which ones work. */
  @Post('revoke')
  @RateLimited('token_requests')
  @FormBody()
  @AnswersAsOAuth()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async revoke(@Body() form: unknown) {
    await endOwnKey(this.deps, required(form, 'token'));
    return {};
  }
}

/** Throws `OAuthRefusal('invalid_request')`. */
function required(form: unknown, name: string): string {
  const value = formText(form, name);
  if (value === '') throw new OAuthRefusal('invalid_request', `${name} is required`);
  return value;
}

/** Throws `OAuthRefusal('invalid_client')`. */
function clientOf(form: unknown) {
  const client = findPublicClient(formText(form, 'client_id'));
  if (!client) throw new OAuthRefusal('invalid_client', 'client_id is no program that is known here');
  return client;
}
