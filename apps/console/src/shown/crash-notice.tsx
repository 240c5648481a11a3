import { Component, type ReactNode } from 'react';

interface CrashNoticeProps {
  /** Whether it stands in the frame, whose navigation leads elsewhere. */
  readonly isFramed?: boolean;
  readonly children: ReactNode;
}

/** What is shown where the console itself fails. */
export class CrashNotice extends Component<CrashNoticeProps, { readonly error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const notice = (
      <>
        <h1>This page has failed</h1>
        <p role="alert">Nothing that was saved is lost. Load it again; should that not help, tell who runs this service what is below.</p>
        <pre className="raw">{String(error)}</pre>
        <p>
          <button type="button" onClick={() => location.reload()}>
            Load again
          </button>
        </p>
      </>
    );
    return this.props.isFramed ? notice : <main className="alone">{notice}</main>;
  }
}
