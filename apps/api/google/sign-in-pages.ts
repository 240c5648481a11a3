import { Inject, Injectable } from '@nestjs/common';
import { connectorOf, type CompletedSignIn } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';

/** Where the browser goes on after Google: the connector that asked for the sign-in, or the web app. */
@Injectable()
export class SignInPages {
  constructor(
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(KEYS) private readonly keys: Keys,
  ) {}

  signedIn({ token, next, connector }: CompletedSignIn): string {
    return this.connectorPage(connector, { token }) ?? this.appPage({ token, next });
  }

  /** Null for a failure that is not the person's to know. */
  notSignedIn(state: string, failure: unknown): string | null {
    if (!(failure instanceof Rejected)) return null;
    const error = { error: failure.code };
    return this.connectorPage(connectorOf(state, this.keys.API_KEY_HASH_KEY), error) ?? this.appPage(error);
  }

  private connectorPage(request: string | null, query: Readonly<Record<string, string>>): string | null {
    const { CONNECTOR_URL } = this.configuration;
    return request === null || CONNECTOR_URL === undefined ? null : withQuery(CONNECTOR_URL, { request, ...query });
  }

  private appPage(query: Readonly<Record<string, string>>): string {
    return withQuery(`${this.configuration.APP_URL}/auth/complete`, query);
  }
}

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;
}
