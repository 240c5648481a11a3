import { Rejected, type Fact } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';
import type { Scope } from '../users/principal';

/** Somebody who is signed in agreed that a terminal gets an API key. The key is made when the terminal asks for it. */
export type DeviceSignInApproved = Fact<
  'DeviceSignInApproved',
  {
    readonly requestId: string;
    /** The program that asked. */
    readonly clientId: string;
    readonly userId: string;
    readonly organizationId: string;
    /** The session in which it was agreed to; where that has ended, no key is made. */
    readonly sessionId: string;
    readonly sessionGeneration: number;
    readonly projectId: string;
    /** The approval dies with the project's epoch. */
    readonly epoch: number;
    /** Of the key that is to be made. */
    readonly name: string;
    readonly scopes: readonly Scope[];
    /** Accounts the key may name; null = all of the project's. */
    readonly accountIds: readonly string[] | null;
    readonly approvedAt: string;
    /** The terminal gets no key afterwards. */
    readonly expiresAt: string;
  }
>;

export type DeviceSignInState = { readonly kind: 'none' } | ({ readonly kind: 'approved' } & DeviceSignInApproved['data']);

type Granted = Pick<DeviceSignInApproved['data'], 'projectId' | 'name' | 'scopes' | 'accountIds'>;

/** Whether two answers mean the same key, in whatever order they name things. */
export function isSameGrant(one: Granted, other: Granted): boolean {
  const textOf = ({ projectId, name, scopes, accountIds }: Granted) =>
    JSON.stringify([projectId, name, [...scopes].sort(), accountIds && [...new Set(accountIds)].sort()]);
  return textOf(one) === textOf(other);
}

/**
 * Silent for a repeat by the same person. Throws `Rejected('conflict')` for another answer of his, as the first one counts, and `Rejected('invalid_token')`
 * where somebody else approved it.
 */
export function decideApproveDeviceSignIn(
  command: DeviceSignInApproved['data'],
  state: DeviceSignInState,
): readonly DeviceSignInApproved[] {
  if (state.kind === 'none') return [{ type: 'DeviceSignInApproved', data: command }];
  if (state.userId !== command.userId) throw new Rejected('invalid_token', 'The code was used by somebody else');
  if (isSameGrant(state, command)) return [];
  throw new Rejected('conflict', 'The terminal was given another key already');
}

/** `device_sign_in-<requestId>`: one terminal that signs in with a code, from the approval on. */
export const deviceSignInStream: StreamType<DeviceSignInState, DeviceSignInApproved> = {
  category: 'device_sign_in',
  decider: { initial: { kind: 'none' }, evolve: (_, { data }) => ({ kind: 'approved', ...data }) },
  facts: { DeviceSignInApproved: 1 },
  sealed: { DeviceSignInApproved: ['name'] },
};
