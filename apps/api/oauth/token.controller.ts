import { Body, Controller, Header, HttpCode, Inject, Post, Req, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { findPublicClient, requestDeviceSignIn, type Identity } from '@pps/identity';
import { endOwnKey, pollDeviceSignIn } from '@pps/use-cases';
import type { FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { IDENTITY } from '../auth/identity';
import { Public } from '../auth/route-access.decorator';
import { FormBody } from '../http/form-body.decorator';
import { RateLimited } from '../limits/rate-limit.guard';
import { formText } from '../web/form-fields';
import { OAuthFailureFilter } from './oauth-failure.filter';
import { OAuthRefusal } from './oauth-refusal';
import { deviceBody, tokenBody } from './token-body';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Where programs get keys that people agreed to: a terminal by a code (RFC 8628), which ends its own key again (RFC 7009). Parameters that are unknown are passed over. */
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
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async token(@Body() form: unknown) {
    const grantType = formText(form, 'grant_type');
    if (grantType === '') throw new OAuthRefusal('invalid_request', 'grant_type is required');
    if (grantType !== deviceGrant) throw new OAuthRefusal('unsupported_grant_type', `The one grant_type here is ${deviceGrant}`);
    const client = clientOf(form);
    const deviceCode = formText(form, 'device_code');
    if (deviceCode === '') throw new OAuthRefusal('invalid_request', 'device_code is required');
    const outcome = await pollDeviceSignIn({ ...this.app, ...this.identity }, deviceCode, client.id);
    if (outcome.refusal !== null) throw new OAuthRefusal(outcome.refusal, outcome.why);
    return tokenBody(outcome.created, this.app.clock());
  }

  /** A token that works no more is none to revoke: 200 all the same, so that nobody learns which ones work. */
  @Post('revoke')
  @RateLimited('token_requests')
  @FormBody()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async revoke(@Body() form: unknown) {
    const token = formText(form, 'token');
    if (token === '') throw new OAuthRefusal('invalid_request', 'token is required');
    await endOwnKey({ ...this.app, ...this.identity }, token);
    return {};
  }
}

/** Throws `OAuthRefusal('invalid_client')`. */
function clientOf(form: unknown) {
  const client = findPublicClient(formText(form, 'client_id'));
  if (!client) throw new OAuthRefusal('invalid_client', 'client_id is no program that is known here');
  return client;
}
