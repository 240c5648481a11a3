import { cleanOutsideText } from '@pps/kernel';
import { redirectProblem } from './redirect-problem';

/** What is kept of how a program describes itself (RFC 7591). */
export interface ClientMetadata {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export type MetadataProblem = { readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'; readonly why: string };

const mostRedirects = 10;
const longestName = 100;

/** Reads how a program describes itself, or says what is wrong with it. What is not understood is passed over: every program here is a public one. */
export function readClientMetadata(body: unknown): ClientMetadata | MetadataProblem {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return wrong('The metadata is a JSON object');
  const { redirect_uris: uris, client_name: name, grant_types: grants, response_types: responses } = body as Record<string, unknown>;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > mostRedirects)
    return { error: 'invalid_redirect_uri', why: `redirect_uris is a list of 1 to ${mostRedirects} URIs` };
  for (const uri of uris) {
    const problem = typeof uri === 'string' ? redirectProblem(uri) : 'A redirect URI is a text';
    if (problem !== null) return { error: 'invalid_redirect_uri', why: problem };
  }
  if (name !== undefined && typeof name !== 'string') return wrong('client_name is a text');
  if (grants !== undefined && !(isTexts(grants) && grants.includes('authorization_code')))
    return wrong('grant_types must have authorization_code');
  if (responses !== undefined && !(isTexts(responses) && responses.includes('code'))) return wrong('response_types must have code');
  const shown = shownName(name ?? '');
  return { name: shown === '' ? 'A program without a name' : shown, redirectUris: [...new Set(uris as string[])] };
}

const wrong = (why: string): MetadataProblem => ({ error: 'invalid_client_metadata', why });
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string');

/** A name as pages show it: what cannot be seen, or turns the writing round, is left out, so that one name does not look like another by that. */
function shownName(name: string): string {
  const clean = cleanOutsideText(name.normalize('NFKC').replace(/[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/gu, ' '), longestName);
  return clean.replace(/\s+/g, ' ').trim();
}
