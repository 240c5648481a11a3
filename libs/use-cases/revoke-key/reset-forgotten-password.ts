import type { CommandBus } from '@nestjs/cqrs';
import { ResetPassword, type ResetAccount } from '@pps/identity';
import { endUnprovenAccess, type EndUnprovenAccessDeps } from './end-unproven-access';

export interface ResetForgottenPasswordDeps extends EndUnprovenAccessDeps {
  readonly commands: Pick<CommandBus, 'execute'>;
}

/**
 * Sets a password by a mailed link. Where the address was never verified, somebody else may have registered it: its keys end with the same fact, and
 * are revoked then, and its webhooks disabled (`unprovenAccess` finishes that after a crash). Throws `Rejected('invalid_token')`, and `Overloaded`.
 */
export async function resetForgottenPassword(deps: ResetForgottenPasswordDeps, command: ResetPassword): Promise<void> {
  const { organizationId, wasUnproven }: ResetAccount = await deps.commands.execute(command);
  if (!wasUnproven) return;
  const origin = { ...command.requestOrigin, organizationId, actor: { type: 'system' }, occurredAt: command.at } as const;
  await endUnprovenAccess(deps, organizationId, null, origin);
}
