import { Inject, Injectable } from '@nestjs/common';
import { LiveStates } from '@pps/event-store';
import { isSessionValid, type Identity, type Principal } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { CLOCK, type Clock } from '@pps/kernel';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { VAULT, type Vault } from '@pps/vault';
import { listSessions } from '@projections/sessions/sessions.query';
import { IDENTITY } from './identity';
import type { SessionDto } from './session.dto';

/** The sessions of a person that have not ended. */
@Injectable()
export class SessionList {
  constructor(
    private readonly freshness: Freshness,
    private readonly live: LiveStates,
    @Inject(IDENTITY) private readonly identity: Pick<Identity, 'sessionUses'>,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(DATABASE) private readonly db: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async of(caller: Principal): Promise<SessionDto[]> {
    await this.freshness.wait('sessions', caller);
    const { state: user } = await this.live.get(userStream, caller.userId, caller.asOf);
    const rows = (await listSessions(this.db, caller.userId, this.clock())).filter(
      ({ session_id: sid, generation: gen }) => user.kind === 'registered' && isSessionValid(user, { sid, gen }),
    );
    const [uses, userAgents] = await Promise.all([
      this.identity.sessionUses.findLastUses(rows.map((row) => row.session_id)),
      this.vault.getMany<string>(rows.flatMap((row) => row.user_agent_ref ?? [])),
    ]);
    return rows.map((row) => ({
      id: row.session_id,
      created_at: row.started_at.toISOString(),
      last_used_at: uses.get(row.session_id)?.toISOString() ?? null,
      user_agent: userAgents.get(row.user_agent_ref ?? '') ?? null,
      current: row.session_id === caller.sessionId,
    }));
  }
}
