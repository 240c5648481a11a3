import type { LinkKind } from '../users/mailed-link.state';
import type { UserState } from '../users/user.state';

/** Where in the vault the tokens of a user's links of these kinds are: they are of no use once one of them was used. */
export const tokenRefs = (state: UserState, kinds: readonly LinkKind[]): readonly string[] =>
  state.kind === 'registered' ? state.links.filter(({ kind }) => kinds.includes(kind)).map(({ tokenRef }) => tokenRef) : [];
