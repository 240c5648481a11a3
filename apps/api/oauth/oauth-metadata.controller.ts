import { Controller, Get, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { allScopes, type GrantResource } from '@pps/identity';
import { APP, type App } from '../../foundation/bind-app';
import { Public } from '../auth/route-access.decorator';
import { issuerOf, resourceUri } from './issuer';

/** What programs read first: how people let them act (RFC 8414), and who lets them at which address (RFC 9728, in path form only). */
@ApiExcludeController()
@Controller('.well-known')
@Public()
export class OAuthMetadataController {
  constructor(@Inject(APP) private readonly app: Pick<App, 'configuration'>) {}

  @Get('oauth-authorization-server')
  server() {
    const issuer = issuerOf(this.app.configuration);
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
      scopes_supported: allScopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: `${issuer}/docs/connector`,
    };
  }

  @Get('oauth-protected-resource/mcp')
  mcp() {
    return this.about('mcp', 'Pins for assistants');
  }

  @Get('oauth-protected-resource/v1')
  v1() {
    return this.about('v1', 'The interface for programs');
  }

  private about(resource: GrantResource, name: string) {
    const { configuration } = this.app;
    return {
      resource: resourceUri(configuration, resource),
      authorization_servers: [issuerOf(configuration)],
      scopes_supported: allScopes,
      bearer_methods_supported: ['header'],
      resource_name: name,
    };
  }
}
