import type { Pin } from 'pin-publishing';
import { Link } from 'wouter';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { serverNow } from '../session/server-now';
import { countText } from '../shown/count-text';
import { Loaded } from '../shown/loaded';
import { Text } from '../shown/text';

const most = 200;
const days = 7;
const reconnectCodes: ReadonlySet<string> = new Set(['token_expired', 'token_revoked', 'account_revoked', 'scope_missing']);

/** Why pins of the last week failed, each cause with the one thing to do. */
export function FailureCauses() {
  const failed = useRead(
    ['failure-causes'],
    (signal) => client.pins.list({ status: 'failed', since: new Date(serverNow().getTime() - days * 86_400_000), limit: most }, { signal }),
    { changes: ['pin'] },
  );
  return (
    <section className="card" aria-label="Failures by cause">
      <h2>Failures by cause</h2>
      <Loaded reading={failed} what="The failures">
        {({ items, total }) =>
          items.length === 0 ? (
            <p className="quiet">No pin of the last {days} days has failed.</p>
          ) : (
            <>
              {total !== null && total > items.length && (
                <p className="quiet">
                  Of the newest {countText(items.length)} of {countText(total)}:
                </p>
              )}
              <ul className="timeline">
                {causesOf(items).map(({ code, count, message }) => (
                  <li key={code}>
                    {countText(count)} × <code>{code}</code>{' '}
                    {reconnectCodes.has(code) ? (
                      <Link href="/accounts">Connect the account again</Link>
                    ) : (
                      <Link href={`/pins?status=failed&error_code=${encodeURIComponent(code)}`}>Look at them</Link>
                    )}
                    <p className="quiet">
                      <Text length={160}>{message}</Text>
                    </p>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

interface Cause {
  readonly code: string;
  readonly count: number;
  /** What the newest says. */
  readonly message: string;
}

function causesOf(pins: readonly Pin[]): readonly Cause[] {
  const causes = new Map<string, Cause>();
  for (const { error_code, error_message } of pins) {
    const code = error_code ?? 'unknown';
    const known = causes.get(code);
    causes.set(code, { code, count: (known?.count ?? 0) + 1, message: known?.message ?? error_message ?? '' });
  }
  return [...causes.values()].sort((one, other) => other.count - one.count);
}
