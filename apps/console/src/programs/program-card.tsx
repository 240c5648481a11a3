import type { ApiKeyRecord } from 'pin-publishing';
import { Link } from 'wouter';
import { consoleRoot } from '../session/console-root';
import { Badge } from '../shown/badge';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';

/** What a program needs to publish, by its mode. */
export const modeWords: Readonly<Record<string, string>> = {
  propose: 'your yes to each pin, on a page',
  confirm: 'your yes to each pin, in the program',
  direct: 'nothing further',
};

interface ProgramCardProps {
  readonly program: ApiKeyRecord;
  readonly names: ReadonlyMap<string, string>;
  /** Absent for who may not change it. */
  readonly onNarrow?: () => void;
  readonly onEnd?: () => void;
}

/** One program with everything that it may do; one that has ended stays, for the record. */
export function ProgramCard({ program, names, onNarrow, onEnd }: ProgramCardProps) {
  const { revoked_at: endedAt, platform_account_ids: accounts, publishing_mode: mode } = program;
  const name = program.client_name ?? program.name;
  const label = name.slice(0, 80);
  return (
    <section className="card" aria-label={label}>
      <div className="page-top">
        <h2>
          <Text length={120}>{name}</Text> {endedAt !== null && <Badge>ended</Badge>}
        </h2>
        {endedAt === null && (
          <div className="actions">
            {onNarrow && (
              <button type="button" onClick={onNarrow} aria-label={`Narrow ${label} …`}>
                Narrow …
              </button>
            )}
            {onEnd && (
              <button type="button" className="danger" onClick={onEnd} aria-label={`End ${label} …`}>
                End …
              </button>
            )}
          </div>
        )}
      </div>
      <dl className="facts">
        <dt>May</dt>
        <dd>{program.scopes.join(', ')}</dd>
        {mode !== null && (
          <>
            <dt>To publish it needs</dt>
            <dd>{modeWords[mode] ?? mode}</dd>
          </>
        )}
        <dt>Accounts</dt>
        <dd>{accounts === null ? 'all' : accounts.map((id) => <bdi key={id}>{names.get(id) ?? id} </bdi>)}</dd>
        <dt>Allowed by</dt>
        <dd>
          <Text length={120}>{program.authorized_by_email ?? '—'}</Text> at <Moment at={program.created_at} />
        </dd>
        <dt>Used last</dt>
        <dd>
          <Moment at={program.last_used_at} none="never" /> · <Link href={`/requests?key_id=${program.id}`}>its calls</Link>
        </dd>
        <dt>{endedAt === null ? 'Ends' : 'Ended'}</dt>
        <dd>
          <Moment at={endedAt ?? program.expires_at} none="when it is ended" />
        </dd>
      </dl>
      {endedAt === null && program.source === 'oauth' && onNarrow && (
        <p className="hint">
          To let it do more, <a href={`${consoleRoot}/grant?id=${program.id}`}>agree to that on its page</a>.
        </p>
      )}
    </section>
  );
}
