import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useInstant } from './use-instant';

interface LinkAtProps {
  /** A page that can be shown as it was. */
  readonly href: string;
  readonly 'aria-current'?: 'page' | undefined;
  readonly children: ReactNode;
}

/** Leads to a page as it was at the moment that this one is shown at. */
export function LinkAt({ href, children, ...rest }: LinkAtProps) {
  const { instant } = useInstant();
  return (
    <Link {...rest} href={instant.kind === 'past' ? `${href}?${String(new URLSearchParams({ as_of: instant.text }))}` : href}>
      {children}
    </Link>
  );
}
