import type { Origin } from '@pps/event-store';

export interface NewAccount {
  readonly userId: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly workspaceName: string;
  readonly timezone: string;
  readonly at: string;
}

/** Port: what a new user needs of workspaces and billing, given by the host. */
export interface WorkspaceOpening {
  /** Opens organization, production project and subscription under these new ids. */
  open(account: NewAccount, origin: Origin): Promise<void>;
  /** Forgets what `open` put into the vault, when the registration failed afterwards. */
  abandon(account: NewAccount): Promise<void>;
}
