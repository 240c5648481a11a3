import { Injectable } from '@nestjs/common';
import { LiveStates } from '@pps/event-store';
import { type Principal } from '@pps/identity';
import { mailPreferencesOf, userStream } from '@pps/identity/events';
import { derivedId, NotFound } from '@pps/kernel';
import { projectStream } from '@pps/workspaces/events';

/** Which mails the caller wants about the project, as of a position that was the log's head. */
@Injectable()
export class PreferencesBody {
  constructor(private readonly live: LiveStates) {}

  async of({ userId, projectId, epoch }: Principal, head: bigint) {
    const [{ state: user }, { state: project }] = await Promise.all([
      this.live.get(userStream, userId, head),
      this.live.get(projectStream, projectId, head),
    ]);
    if (user.kind !== 'registered' || project.kind === 'none') throw new NotFound('Preferences');
    const { transactional, alerts, verification, changedAt } = mailPreferencesOf(user, { projectId, epoch });
    return {
      id: derivedId('email-preferences', userId, projectId, epoch),
      workspace_id: projectId,
      user_id: userId,
      transactional_enabled: transactional,
      alerts_enabled: alerts,
      verification_enabled: verification,
      created_at: project.createdAt,
      updated_at: changedAt ?? project.createdAt,
    };
  }
}
