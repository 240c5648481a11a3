import type { ReactNode } from 'react';

/** What may be wider than the window: it is moved sideways by itself, by the keyboard too. */
export const Wide = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="scroll" role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
);
