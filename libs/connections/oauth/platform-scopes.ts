const needed = ['user_accounts:read', 'boards:read', 'boards:write', 'pins:read', 'pins:write'];
const forSecretBoards = ['boards:read_secret', 'boards:write_secret', 'pins:read_secret', 'pins:write_secret'];

/** What the user is asked for. */
export const requestedScopes: readonly string[] = [...needed, ...forSecretBoards];

/** Asked for and not granted. */
export const missingScopes = (granted: readonly string[]): readonly string[] => requestedScopes.filter((scope) => !granted.includes(scope));

/** Without these nothing can be published on a secret board. */
export const missingForSecretBoards = (granted: readonly string[]): readonly string[] =>
  ['boards:write_secret', 'pins:write_secret'].filter((scope) => !granted.includes(scope));

/** Without these nothing can be published. */
export const missingForPublishing = (granted: readonly string[]): readonly string[] =>
  needed.slice(1).filter((scope) => !granted.includes(scope));
