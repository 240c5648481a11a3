import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Page } from '../shown/page';

const parts = [
  ['/settings', 'You and your workspace'],
  ['/settings/security', 'Sign-in and security'],
  ['/settings/data', 'Sandbox and data'],
] as const;

/** A page of the settings, with the way to the others. */
export function SettingsFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [path] = useLocation();
  return (
    <Page title={title}>
      <nav className="pages" aria-label="Settings">
        <ul>
          {parts.map(([page, name]) => (
            <li key={page}>
              <Link href={page} aria-current={path === page ? 'page' : undefined}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </Page>
  );
}
