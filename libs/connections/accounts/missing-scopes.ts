/** The scopes that publishing needs. */
const publishingScopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write'];
const forSecretBoards = ['boards:read_secret', 'boards:write_secret', 'pins:read_secret', 'pins:write_secret'];

/** The scopes that a consent asks for. */
export const requestedScopes: readonly string[] = ['user_accounts:read', ...publishingScopes, ...forSecretBoards];

/** The scopes that were asked for and not granted. */
export const missingScopes = (granted: readonly string[]): readonly string[] => requestedScopes.filter((scope) => !granted.includes(scope));

/** The missing ones of the scopes that publishing on a secret board needs. */
export const missingForSecretBoards = (granted: readonly string[]): readonly string[] =>
  ['boards:write_secret', 'pins:write_secret'].filter((scope) => !granted.includes(scope));

/** The missing ones of the scopes that publishing needs. */
export const missingForPublishing = (granted: readonly string[]): readonly string[] =>
  publishingScopes.filter((scope) => !granted.includes(scope));
