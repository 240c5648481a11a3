/** In place of a status that nobody received, as proxies log it. */
export const hungUp = 499;

/** What is kept of a request that somebody with a good credential made: nothing that was in it or in its answer. */
export interface RecordedRequest {
  /** Whose requests share the room of a process. */
  readonly organizationId: string;
  readonly projectId: string;
  /** Of the project, when the credential was checked. */
  readonly epoch: number;
  /** As in `X-Request-ID`; a client that chooses it may use one twice. */
  readonly requestId: string;
  /** When it came. */
  readonly at: Date;
  readonly method: string;
  /** With `{name}` for what varies. */
  readonly route: string;
  /** `hungUp` where the client was gone before the answer was out. */
  readonly status: number;
  /** Of the error that was answered. */
  readonly code: string | null;
  readonly durationMs: number;
  readonly credential: { readonly type: 'session' | 'api_key'; readonly id: string };
  /** What it was about: the last id of its path, or that of what it made. */
  readonly resourceId: string | null;
}
