import { useState, type ReactNode } from 'react';

interface BelowProps {
  readonly of: readonly { readonly isLoading: boolean }[];
  readonly children: ReactNode;
}

/** What stands below things that are read: not shown before they have their room, so that it does not move; what was shown stays. */
export function Below({ of, children }: BelowProps) {
  const [isShown, setShown] = useState(false);
  const isReady = isShown || !of.some(({ isLoading }) => isLoading);
  if (isReady && !isShown) setShown(true);
  return <div hidden={!isReady}>{children}</div>;
}
