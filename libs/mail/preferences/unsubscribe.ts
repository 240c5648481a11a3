import { userStream } from '@pps/identity/events';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { KEYS, type Keys } from '@pps/runtime';
import { projectStream } from '@pps/workspaces/events';
import { changePreferences } from './preferences.decider';
import { verifyUnsubscribeToken } from './unsubscribe-token';

export interface Unsubscription {
  readonly projectId: string;
  readonly token: string;
  /** The user that the link names beside the token; must be the token's. */
  readonly userId: string | null;
}

/** Ends all mails to a user about a project but those about the account's security; a repeat is silent. Throws `Rejected('invalid_token')`. */
export class Unsubscribe extends Command<void> {
  constructor(
    readonly unsubscription: Unsubscription,
    readonly at: string,
    readonly requestOrigin: Pick<Origin, 'requestId' | 'correlationId'>,
  ) {
    super();
  }
}

const noMails = { transactional: false, alerts: false, verification: false };

@CommandHandler(Unsubscribe)
export class UnsubscribeHandler implements ICommandHandler<Unsubscribe> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(KEYS) private readonly keys: Keys,
  ) {}

  async execute({ unsubscription, at, requestOrigin }: Unsubscribe): Promise<void> {
    const projectId = unsubscription.projectId.toLowerCase();
    const userId = verifyUnsubscribeToken(unsubscription.token, projectId, this.keys.EMAIL_HASH_KEY);
    if (userId === null || (unsubscription.userId !== null && unsubscription.userId.toLowerCase() !== userId)) throw invalidToken();
    const [{ state: project }, { state: user }] = await Promise.all([
      this.runner.load(projectStream, projectId),
      this.runner.load(userStream, userId),
    ]);
    if (project.kind === 'none' || user.kind !== 'registered' || project.organizationId !== user.organizationId) throw invalidToken();
    const { organizationId, epoch } = project;
    const origin: Origin = { ...requestOrigin, organizationId, projectId, epoch, actor: { type: 'user', id: userId }, occurredAt: at };
    await this.runner.run(userStream, userId, origin, (state) => changePreferences({ projectId, epoch }, noMails, at, state));
  }
}

const invalidToken = () =>
  new Rejected(
    'invalid_token',
    'Invalid unsubscribe token',
    {},
    { remediation: 'Use the whole link of the mail, or change the preferences: PATCH /v1/email/preferences.' },
  );
