import { useEffect, useRef, type ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  /** What the heading shows where that is more than the title. */
  readonly heading?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

let isFirst = true;

/** A page with its heading, which has the keyboard when the page is opened, so that a screen reader says where one is. */
export function Page({ title, heading, actions, children }: PageProps) {
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Pin Publishing Service`;
  }, [title]);
  useEffect(() => {
    if (!isFirst) top.current?.focus({ preventScroll: true });
    isFirst = false;
    window.scrollTo(0, 0);
  }, []);
  return (
    <>
      <div className="page-top">
        <h1 ref={top} tabIndex={-1}>
          {heading ?? title}
        </h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
