import type { OpenAPIObject } from '@nestjs/swagger';
import type { DeclaredRoute } from './declared-routes';
import { accessInWords } from './scopes-page';

type Operations = Readonly<Record<string, { security?: Record<string, string[]>[]; description?: string } | undefined>>;

/** The document with what each route declares: which credentials it takes, and the scope as `x-required-scope`. */
export function withDeclaredSecurity(document: OpenAPIObject, routes: readonly DeclaredRoute[]): OpenAPIObject {
  for (const { method, path, access } of routes) {
    const operation = (document.paths[path] as Operations | undefined)?.[method.toLowerCase()];
    if (!operation) continue;
    const bearer = access.kind === 'public' ? [] : [{ bearer: [] }];
    const key = access.kind === 'scope' ? [{ 'X-API-Key': [] }] : [];
    const credential = `Credential: ${accessInWords(access)}.`;
    Object.assign(operation, {
      security: [...bearer, ...key],
      description: operation.description ? `${operation.description}\n\n${credential}` : credential,
      ...(access.kind === 'scope' ? { 'x-required-scope': access.scope } : {}),
    });
  }
  return document;
}
