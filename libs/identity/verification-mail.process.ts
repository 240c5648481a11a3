import { causedBy, streamId, type CommandRunner, type RecordedFact } from '@pps/event-store';
import { derivedId, type Clock } from '@pps/kernel';
import type { Process, Vault } from '@pps/read-store';
import type { EmailClaimed } from './email.events';
import { emailStream } from './email.stream';
import { linkTokenHash, newLinkToken } from './link-token';
import { userSubject } from './user-profile';
import { userStream } from './user.stream';
import { requestVerification, wantsVerification } from './verify-email.decider';

export interface VerificationMailDeps {
  readonly runner: CommandRunner;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly linkLifetimeMs: number;
}

/** Whoever has claimed an address is asked to verify it. */
export function verificationMails(deps: VerificationMailDeps): Process<null> {
  return {
    name: 'verification-mails',
    startsAt: 'beginning',
    handles: ['EmailClaimed'] satisfies EmailClaimed['type'][],
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await askToVerify(deps, fact as RecordedFact<EmailClaimed>);
      return null;
    },
  };
}

async function askToVerify(
  { runner, vault, clock, linkLifetimeMs }: VerificationMailDeps,
  fact: RecordedFact<EmailClaimed>,
): Promise<void> {
  const { userId } = fact.data;
  const emailHash = streamId(emailStream, fact.stream) ?? '';
  const requestId = derivedId('email-verification', fact.id);
  const { state } = await runner.load(userStream, userId);
  if (!wantsVerification({ requestId, emailHash }, state)) return;
  const at = clock();
  const token = newLinkToken(userId);
  const tokenRef = await vault.put(userSubject(userId), 'email_verification_token', token);
  const requested = {
    requestId,
    userId,
    emailHash,
    tokenHash: linkTokenHash(token),
    tokenRef,
    requestedAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + linkLifetimeMs).toISOString(),
  };
  const factId = () => derivedId('EmailVerificationRequested', fact.id);
  await runner.run(userStream, userId, causedBy(fact, at), (current) => requestVerification(requested, current), { factId });
}
