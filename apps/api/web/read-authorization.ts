import { allScopes, findOAuthClient, isRedirectOf, type AuthorizationRequest, type OAuthClientDeps } from '@pps/identity';
import { newId } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';
import { issuerOf, resourceNamed } from '../oauth/issuer';
import { formText } from './form-fields';

/** What a program asks and who it is, or what is wrong: with an address only where it may be told there. */
export type ReadAuthorization =
  | { readonly request: AuthorizationRequest }
  | { readonly problem: string; readonly back: { readonly redirectUri: string; readonly href: string } | null };

/** Where it was opened: the hash of the browser's mark, and its network. */
export interface AskingBrowser {
  readonly browser: string;
  readonly site: string;
}

interface ReadDeps extends OAuthClientDeps {
  readonly configuration: Configuration;
}

const longestState = 2_000;
const challengeText = /^[\w-]{43}$/;

/** Reads what a program asks by an address. Parameters that are unknown are passed over; one that is given twice counts as none. */
export async function readAuthorization(deps: ReadDeps, query: unknown, { browser, site }: AskingBrowser): Promise<ReadAuthorization> {
  const client = await findOAuthClient(deps, formText(query, 'client_id'), site);
  if (!client) return { problem: 'This service does not know the program', back: null };
  const redirectUri = formText(query, 'redirect_uri');
  if (!isRedirectOf(client.redirectUris, redirectUri))
    return { problem: 'The address to go back to is none that the program named', back: null };
  const state = formText(query, 'state');
  const refuse = (error: string, problem: string): ReadAuthorization => {
    const href = redirectWith(redirectUri, {
      error,
      error_description: problem,
      state: state.slice(0, longestState),
      iss: issuerOf(deps.configuration),
    });
    return { problem, back: { redirectUri, href } };
  };
  if (state.length > longestState) return refuse('invalid_request', `state has more than ${longestState} characters`);
  if (formText(query, 'response_type') !== 'code') return refuse('unsupported_response_type', 'response_type must be code');
  const codeChallenge = formText(query, 'code_challenge');
  if (!challengeText.test(codeChallenge) || formText(query, 'code_challenge_method') !== 'S256')
    return refuse('invalid_request', 'code_challenge of the code_challenge_method S256 is required');
  const named = formText(query, 'resource');
  const resource = named === '' && !isGiven(query, 'resource') ? 'mcp' : resourceNamed(deps.configuration, named);
  if (resource === null) return refuse('invalid_target', 'resource is no address of this service');
  const words = formText(query, 'scope').split(' ');
  const asked = allScopes.filter((scope) => words.includes(scope));
  const scopes = asked.length === 0 ? (['read', 'write'] as const) : asked;
  const request: AuthorizationRequest = {
    requestId: newId(),
    clientId: client.id,
    clientName: client.name,
    clientKind: client.kind,
    redirectUri,
    resource,
    scopes,
    state: state === '' ? null : state,
    codeChallenge,
    browser,
  };
  return { request };
}

const isGiven = (query: unknown, name: string): boolean => typeof query === 'object' && query !== null && Object.hasOwn(query, name);

/** An address with these parameters behind its own; it itself stays as it is, character by character. */
export function redirectWith(redirectUri: string, parameters: Readonly<Record<string, string>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== '');
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(given).toString()}`;
}
