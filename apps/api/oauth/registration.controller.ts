import { Body, Controller, Header, HttpCode, Inject, Post, Req, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { codeHash, storeClient, readClientMetadata, registeredClientId } from '@pps/identity';
import { clientSiteOf } from '@pps/runtime';
import type { FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { Public } from '../auth/route-access.decorator';
import { RateLimited } from '../limits/rate-limit.guard';
import { AnswersAsOAuth, OAuthFailureFilter } from './oauth-failure.filter';
import { OAuthRefusal } from './oauth-refusal';

/** Where a program says what it is (RFC 7591), before any person knows of it. The same description gets the same id; no secret is given, as none could be kept. */
@ApiExcludeController()
@Controller('oauth')
@Public()
@UseFilters(OAuthFailureFilter)
export class RegistrationController {
  constructor(@Inject(APP) private readonly app: Pick<App, 'db' | 'clock' | 'keys'>) {}

  @Post('register')
  @RateLimited('client_registrations')
  @AnswersAsOAuth()
  @HttpCode(201)
  @Header('Cache-Control', 'no-store')
  async register(@Body() body: unknown, @Req() { ip }: FastifyRequest) {
    const metadata = readClientMetadata(body);
    if ('why' in metadata) throw new OAuthRefusal(metadata.error, metadata.why);
    const now = this.app.clock();
    const clientId = registeredClientId(metadata);
    const site = codeHash(clientSiteOf(ip), this.app.keys.API_KEY_HASH_KEY);
    await storeClient(this.app.db, { clientId, metadata, site, now });
    return {
      client_id: clientId,
      client_id_issued_at: Math.floor(now.getTime() / 1_000),
      client_name: metadata.name,
      redirect_uris: metadata.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }
}
