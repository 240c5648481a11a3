import { Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { Rejected } from '@pps/kernel';
import { accessTokenStrategy } from './access-token.strategy';

/** Sets the request's `principal` from its session token. Throws `Rejected('invalid_access_token')`. */
@Injectable()
export class AccessTokenGuard extends AuthGuard(accessTokenStrategy) {
  override getAuthenticateOptions() {
    return { session: false, property: 'principal' };
  }

  override handleRequest<Found>(error: unknown, found: Found | false | null): Found {
    if (error) throw error;
    if (!found) throw new Rejected('invalid_access_token', 'Invalid access token');
    return found;
  }
}
