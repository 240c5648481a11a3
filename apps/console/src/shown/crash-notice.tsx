import { Component, type ReactNode } from 'react';

/** What is shown where the console itself fails: most often a part of it is gone since a newer one was installed. */
export class CrashNotice extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const isGone = error instanceof TypeError && /import|module/i.test(error.message);
    return (
      <main className="alone">
        <h1>{isGone ? 'There is a newer version of this page' : 'This page has failed'}</h1>
        <p role="alert">
          {isGone
            ? 'It was installed while this window was open. Load it again to go on; nothing that was saved is lost.'
            : 'Nothing that was saved is lost. Load it again; should that not help, tell who runs this service what is below.'}
        </p>
        {!isGone && <pre className="raw">{String(error)}</pre>}
        <p>
          <button type="button" onClick={() => location.reload()}>
            Load again
          </button>
        </p>
      </main>
    );
  }
}
