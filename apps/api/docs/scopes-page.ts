import type { RouteAccess } from '../auth/route-access.decorator';
import type { DeclaredRoute } from './declared-routes';

/** What a route asks of a credential, in words. */
export function accessInWords(access: RouteAccess): string {
  switch (access.kind) {
    case 'public':
      return 'no credential';
    case 'session':
      return 'session';
    case 'scope':
      return `session, or key with \`${access.scope}\``;
  }
}

/** The text of `docs/scopes.md`: every route with what it asks of a credential. */
export function scopesPage(routes: readonly DeclaredRoute[]): string {
  const rows = routes.map(
    ({ method, path, access, refusesPrograms }) =>
      `| ${method} | \`${path}\` | ${accessInWords(access)}${refusesPrograms ? '; no program' : ''} |`,
  );
  return [
    '# What each route asks of a credential',
    '',
    'Written by `npm run docs scopes` from what the routes declare. A session is an access token from a login; an access token that was got',
    'with an API key (by switching projects) counts as that key. A key without the scope is answered 403 `insufficient_scope`, a key where a',
    'session is needed 403 `session_required`. A key with an allow-list may name the accounts on it only: 403 `account_not_permitted`.',
    'A key that a key made (`made_by`) has of scopes and accounts what all its makers have at the moment, and neither changes nor revokes them:',
    '403 `session_required`. So is a program that a person lets act where `no program` stands.',
    '',
    '| method | route | credential |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
