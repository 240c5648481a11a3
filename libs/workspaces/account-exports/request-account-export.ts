import type { Streams, Origin } from '@pps/event-store';
import { Command, newId } from '@pps/kernel';
import { decideExportRequest, type AccountExportState, accountExportStream } from './account-export.stream';

export interface RequestAccountExportDeps {
  readonly streams: Pick<Streams, 'decide'>;
}

export class RequestAccountExport extends Command<AccountExportState> {
  constructor(
    /** With the person's present session generation. */
    readonly owner: { readonly organizationId: string; readonly userId: string; readonly sessionGeneration: number },
    readonly perDay: number,
    readonly origin: Origin,
  ) {
    super();
  }
}

/**
 * Asks for an archive of everything that is stored of the account; a repeat while one is being made gives that one. Throws
 * `Rejected('rate_limited')` where `perDay` were asked for that day.
 */
export async function requestAccountExport(
  { streams }: RequestAccountExportDeps,
  { owner: { organizationId, userId, sessionGeneration }, perDay, origin }: RequestAccountExport,
): Promise<AccountExportState> {
  const request = { exportId: newId(), organizationId, userId, requestedAt: origin.occurredAt, sessionGeneration };
  const { state } = await streams.decide(accountExportStream, organizationId, ofOrganization(origin, organizationId), (known) =>
    decideExportRequest(request, perDay, known),
  );
  return state;
}

/** The facts belong to no project, whichever one the session is in. */
function ofOrganization(origin: Origin, organizationId: string): Origin {
  const own: { -readonly [Name in keyof Origin]: Origin[Name] } = { ...origin, organizationId };
  delete own.projectId;
  delete own.epoch;
  return own;
}
