import type { PinErrorCode } from '../pin/pin.events';

const refusals = ['account_revoked', 'token_expired', 'token_revoked', 'scope_missing'] as const satisfies readonly PinErrorCode[];

/** Whether the code says that the account cannot publish until its owner does something: the pin fails with it. */
export const isAccountRefusal = (code: string): code is (typeof refusals)[number] => refusals.some((refusal) => refusal === code);
