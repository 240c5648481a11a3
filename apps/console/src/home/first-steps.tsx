import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAccounts } from '../accounts/use-accounts';
import { useRead } from '../data/use-read';
import { client } from '../session/client';
import { useMe } from '../session/console-session';

/** What a newcomer does first; nothing once all of it is done. What stands below waits for it, so that it does not move. */
export function FirstSteps({ children }: { readonly children: ReactNode }) {
  const { user, permissions } = useMe();
  const accounts = useAccounts();
  const pins = useRead(['any-pin'], (signal) => client.pins.list({ limit: 1 }, { signal }), { changes: ['pin'] });
  const webhooks = useRead(['webhooks'], (signal) => client.webhooks.list({ signal }), { changes: ['webhook'] });
  if (accounts.isPending || pins.isPending || webhooks.isPending)
    return (
      <p className="waiting" role="status">
        The first steps: loading …
      </p>
    );
  if (!accounts.data || !pins.data || !webhooks.data) return <>{children}</>;
  const steps: readonly (readonly [words: string, path: string | null, isDone: boolean])[] = [
    ['Verify your e-mail address by the link that was mailed to you', null, user.email_verified],
    ['Connect an account of the network', '/accounts', accounts.data.length > 0],
    ['Create a pin', permissions.can_publish ? '/pins/new' : null, pins.data.items.length > 0],
    ['Let a program of yours be told by a webhook', '/webhooks', webhooks.data.length > 0],
  ];
  if (steps.every(([, , isDone]) => isDone)) return <>{children}</>;
  return (
    <>
      <section className="card" aria-label="First steps">
        <h2>First steps</h2>
        <ul className="checks">
          {steps.map(([words, path, isDone]) => (
            <li key={words}>
              {isDone ? '✓ ' : '○ '}
              {path === null || isDone ? words : <Link href={path}>{words}</Link>}
              {isDone && <span className="quiet"> (done)</span>}
            </li>
          ))}
        </ul>
      </section>
      {children}
    </>
  );
}
