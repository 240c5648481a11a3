import type { GrantResource } from '@pps/identity';
import type { Configuration } from '@pps/runtime';

type Address = Pick<Configuration, 'PUBLIC_URL'>;

/** The issuer's name, which programs compare as text: without a slash at its end, everywhere the same. */
export const issuerOf = ({ PUBLIC_URL }: Address): string => PUBLIC_URL.replace(/\/+$/, '');

/** What a resource is called, which is its address. */
export const resourceUri = (configuration: Address, resource: GrantResource): string => `${issuerOf(configuration)}/${resource}`;

/** Where the document about a resource is (RFC 9728). */
export const resourceMetadataUri = (configuration: Address, resource: GrantResource): string =>
  `${issuerOf(configuration)}/.well-known/oauth-protected-resource/${resource}`;

/** The resource that a program names; null for one that is none of ours. A slash at the end, which some add, is passed over. */
export function resourceNamed(configuration: Address, text: string): GrantResource | null {
  const named = text.replace(/\/$/, '');
  return (['mcp', 'v1'] as const).find((resource) => resourceUri(configuration, resource) === named) ?? null;
}
