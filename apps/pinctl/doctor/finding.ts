/** What one look at a part of an installation has shown, in one line. */
export interface Finding {
  readonly part: 'database' | 'connections' | 'event store' | 'work queue' | 'keys' | 'read models' | 'hosts';
  /** A fault keeps something from working now; a warning will, or may. */
  readonly state: 'ok' | 'warning' | 'fault';
  readonly line: string;
}
