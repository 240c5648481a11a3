import type { Vault } from '@pps/vault';
import { causedBy, factsOf, streamId, type Streams, type RecordedFact } from '@pps/event-store';
import { derivedId, type Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { organizationStream } from '@pps/workspaces/events';
import type { EmailChanged } from '../users/user.events';
import { emailStream, type EmailClaimed } from '../users/email.stream';
import { createLink } from './link-token';
import { mailPreferencesOf, type User } from '../users/user.state';
import { userStream } from '../users/user.stream';
import { decideRequestVerification, wantsFirstVerification } from '../users/user.decider';

export interface VerificationMailDeps {
  readonly streams: Streams;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly linkLifetimeMs: number;
}

/** Requests a verification mail for every new address, whether it came by registration or by an e-mail change. */
export function verificationMails(deps: VerificationMailDeps): Process<null> {
  return defineProcess({
    name: 'verification-mails',
    startsAt: 'beginning',
    handles: factsOf(emailStream, 'EmailClaimed').and(userStream, 'EmailChanged'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await requestVerificationOf(deps, fact);
      return null;
    },
  });
}

async function requestVerificationOf(deps: VerificationMailDeps, fact: RecordedFact<EmailClaimed | EmailChanged>): Promise<void> {
  const { streams, vault, clock, linkLifetimeMs } = deps;
  const { userId } = fact.data;
  const emailHash = 'emailHash' in fact.data ? fact.data.emailHash : (streamId(emailStream, fact.stream) ?? '');
  const requestId = derivedId('email-verification', fact.id);
  const { state } = await streams.load(userStream, userId);
  if (
    state.kind !== 'registered' ||
    !wantsFirstVerification({ requestId, emailHash }, state) ||
    !(await wantsVerificationMails(deps, state))
  )
    return;
  const at = clock();
  const requested = { requestId, emailHash, ...(await createLink(vault, userId, 'verification', at, linkLifetimeMs)) };
  const factId = () => derivedId('EmailVerificationRequested', fact.id);
  await streams.decide(
    userStream,
    userId,
    causedBy(fact, at),
    (current) => (wantsFirstVerification(requested, current) ? decideRequestVerification(requested, current) : []),
    { factId },
  );
}

async function wantsVerificationMails({ streams }: VerificationMailDeps, user: User): Promise<boolean> {
  const { state } = await streams.load(organizationStream, user.organizationId);
  return state.kind === 'none' || mailPreferencesOf(user, { projectId: state.productionProjectId, epoch: 0 }).verification;
}
