import type { ValidatedPin } from 'pin-publishing';
import { Failure } from '../shown/failure';
import { countText } from '../shown/count-text';
import { Moment } from '../shown/moment';
import { Text } from '../shown/text';

interface CheckListProps {
  readonly checks: Pick<ValidatedPin, 'checks' | 'headroom'> | undefined;
  readonly error: unknown;
  readonly isWaiting: boolean;
}

const words: Readonly<Record<string, string>> = { passed: 'fine', failed: 'not possible', warning: 'mind', skipped: 'not checked' };

/** What the service says to the pin before it is created. */
export function CheckList({ checks, error, isWaiting }: CheckListProps) {
  return (
    <section className="card" aria-label="What the service says" aria-live="polite">
      <h2>Before it is created</h2>
      {error !== null && <Failure error={error} what="It could not be checked" />}
      {!checks && error === null && (
        <p className="quiet">{isWaiting ? 'Checking …' : 'Choose account and board and write a title: it is checked as you type.'}</p>
      )}
      {checks && (
        <>
          <ul className="checks">
            {checks.checks.map(({ name, status, code, message, remediation }) => (
              <li key={name}>
                <strong>{name.replaceAll('_', ' ')}</strong>: {words[status] ?? status}
                {message !== null && status !== 'passed' && (
                  <>
                    . <Text>{message}</Text> {code !== null && <code>{code}</code>}
                  </>
                )}
                {remediation !== null && status !== 'passed' && <span className="quiet"> {remediation}</span>}
              </li>
            ))}
          </ul>
          <p className="quiet">
            {countText(checks.headroom.quota_remaining)} of {countText(checks.headroom.quota_limit)} pins of this month are left.
            {checks.headroom.estimated_start_at !== null && (
              <>
                {' '}
                It would start at <Moment at={checks.headroom.estimated_start_at} />.
              </>
            )}
          </p>
        </>
      )}
    </section>
  );
}
