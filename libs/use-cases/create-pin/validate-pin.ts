import type { Principal } from '@pps/identity';
import { Invalid } from '@pps/kernel';
import type { PinView } from '@pps/pins/events';
import { failureOf } from '@pps/runtime';
import type { PinHeadroom, RateReading } from '../pin-headroom/pin-headroom';
import { findDuplicate, identifyRequest, type DuplicateRequestDeps, type PinRequest } from './duplicate-request';
import {
  monthlyQuota,
  quotaExceeded,
  requireAccount,
  requireBilling,
  requireBoard,
  requireFeature,
  requireMedia,
  type MonthlyQuota,
  type PinCheckDeps,
} from './pin-checks';

export type ValidatePinDeps = PinCheckDeps &
  Pick<DuplicateRequestDeps, 'live' | 'newId'> & { readonly headroom: Pick<PinHeadroom, 'read'> };

type CheckName = 'payload' | 'account' | 'board_access' | 'media' | 'quota' | 'rate' | 'duplicate' | 'forecast';

export interface CheckOutcome {
  readonly name: CheckName;
  readonly status: 'passed' | 'failed' | 'warning' | 'skipped';
  readonly code: string | null;
  readonly message: string;
  readonly remediation: string | null;
  readonly details: unknown;
}

/** What the checks of a creation say, and what an earlier creation with the same key has made. */
export interface ValidatedCreation<Request extends PinRequest, Existing> {
  readonly checks: readonly CheckOutcome[];
  readonly request: Request | null;
  readonly existing: Existing | null;
  readonly quota: MonthlyQuota;
  readonly reading: RateReading | null;
}

type ValidatedPin = ValidatedCreation<PinRequest, PinView>;

/** How the creations of pins and of schedules differ for their checks. */
interface CreationRules<Request extends PinRequest, Existing> {
  /** What a repeat of the request means, or null. Throws `Rejected('idempotency_key_reused')`. */
  readonly findExisting: (request: Request) => Promise<Existing | null>;
  readonly exists: { readonly code: string; readonly message: string };
  /** Whether the pin waits for the pace of now. */
  readonly isPacedNow: boolean;
}

const sentences: Readonly<Record<'passed' | 'skipped', Readonly<Record<CheckName, string>>>> = {
  passed: {
    payload: 'The fields are valid.',
    account: 'The account belongs to the project.',
    board_access: 'The account can publish on the board.',
    media: 'The media can be used.',
    quota: 'The monthly quota has room for the pin.',
    rate: 'The pace holds nothing back.',
    duplicate: 'The key is free.',
    forecast: 'It would go out at its time.',
  },
  skipped: {
    payload: 'The fields were not checked.',
    account: 'The account was not checked, as an earlier check failed.',
    board_access: 'The board was not checked.',
    media: 'The media were not checked.',
    quota: 'The quota was not checked.',
    rate: 'The pace was not checked.',
    duplicate: 'The key was not checked, as an earlier check failed.',
    forecast: 'It was not looked at when it would go out.',
  },
};
const longDescription = 500;
const worthAWarningMs = 1_000;

/**
 * Puts every check of a creation to a request and reports instead of failing; writes nothing. `decode` reads the request and throws
 * `Invalid` where it cannot be read. Throws what no client caused (`StoreUnavailable` …).
 */
export function validatePin(deps: ValidatePinDeps, principal: Principal, decode: () => Promise<PinRequest>): Promise<ValidatedPin> {
  return validateCreation(deps, principal, decode, {
    findExisting: (request) => findDuplicate(deps, principal, identifyRequest(deps, principal, request)),
    exists: { code: 'pin_exists', message: 'A creation with this key answers the pin that exists.' },
    isPacedNow: true,
  });
}

/** The checks of a creation of any kind, in the order in which they are told. */
export async function validateCreation<Request extends PinRequest, Existing>(
  deps: PinCheckDeps & Pick<ValidatePinDeps, 'headroom'>,
  principal: Principal,
  decode: () => Promise<Request>,
  rules: CreationRules<Request, Existing>,
): Promise<ValidatedCreation<Request, Existing>> {
  const quota = await monthlyQuota(deps, principal);
  const report = checkReport();
  const validated = (
    request: Request | null,
    found: Partial<ValidatedCreation<Request, Existing>> = {},
  ): ValidatedCreation<Request, Existing> => ({
    checks: report.outcomes,
    request,
    existing: null,
    quota,
    reading: null,
    ...found,
  });
  const request = await report.run('payload', decode);
  if (!request) {
    report.skip('account', 'board_access', 'media', 'quota', 'rate', 'duplicate');
    return validated(null);
  }
  if ([...(request.content.description ?? '')].length > longDescription) {
    const message = `The network may cut descriptions after ${longDescription} characters.`;
    report.replaceLast(outcomeOf('payload', 'warning', 'description_long', message));
  }
  await report.run('account', () => requireAccount(deps, principal, request.accountId));
  if (report.hasFailed('account')) {
    report.skip('board_access', 'media', 'quota', 'rate', 'duplicate');
    return validated(request);
  }
  const duplicate = await checkDuplicate(rules, request);
  if (duplicate.existing !== null) {
    // A repeat answers what exists, whatever a new one would meet.
    report.skip('board_access', 'media', 'quota', 'rate');
    report.add(duplicate.outcome);
    return validated(request, { existing: duplicate.existing, reading: await deps.headroom.read(request.accountId) });
  }
  const terms = await deps.termsOf(principal);
  const verdict = await report.run('board_access', () => requireBoard(deps, principal, request.accountId, request.boardId));
  if (verdict?.status === 'skipped') report.replaceLast(outcomeOf('board_access', 'skipped', verdict.code, verdict.message));
  await report.run('media', async () => {
    requireFeature(deps, request.content, terms);
    await requireMedia(deps, principal, request.content);
  });
  await report.run('quota', async () => {
    requireBilling(deps, terms);
    if (quota.used >= quota.limit) throw quotaExceeded(deps, principal, quota);
  });
  const reading = await deps.headroom.read(request.accountId);
  report.add(rules.isPacedNow ? rateOutcome(reading) : outcomeOf('rate', 'skipped'));
  report.add(duplicate.outcome);
  return validated(request, { reading });
}

function checkReport() {
  const outcomes: CheckOutcome[] = [];
  return {
    outcomes: outcomes as readonly CheckOutcome[],
    add: (outcome: CheckOutcome) => void outcomes.push(outcome),
    replaceLast: (outcome: CheckOutcome) => void outcomes.splice(-1, 1, outcome),
    skip: (...names: readonly CheckName[]) => void outcomes.push(...names.map((name) => outcomeOf(name, 'skipped'))),
    hasFailed: (name: CheckName) => outcomes.some((outcome) => outcome.name === name && outcome.status === 'failed'),
    /** What the check gave, or undefined where it refused. */
    async run<T>(name: CheckName, check: () => Promise<T>): Promise<T | undefined> {
      try {
        const value = await check();
        outcomes.push(outcomeOf(name, 'passed'));
        return value;
      } catch (error) {
        outcomes.push(failedOutcome(name, error));
        return undefined;
      }
    },
  };
}

async function checkDuplicate<Request extends PinRequest, Existing>(
  { findExisting, exists }: CreationRules<Request, Existing>,
  request: Request,
): Promise<{ readonly outcome: CheckOutcome; readonly existing: Existing | null }> {
  try {
    const existing = await findExisting(request);
    if (existing === null) return { existing, outcome: outcomeOf('duplicate', 'passed') };
    return { existing, outcome: outcomeOf('duplicate', 'warning', exists.code, exists.message) };
  } catch (error) {
    return { existing: null, outcome: failedOutcome('duplicate', error) };
  }
}

function outcomeOf(
  name: CheckName,
  status: CheckOutcome['status'],
  code: string | null = null,
  message = sentences[status === 'passed' ? 'passed' : 'skipped'][name],
): CheckOutcome {
  return { name, status, code, message, remediation: null, details: null };
}

function failedOutcome(name: CheckName, error: unknown): CheckOutcome {
  const { code, message, remediation, context, errors, status } = failureOf(error);
  if (status >= 500 && !(error instanceof Invalid)) throw error;
  const details = errors ? { errors } : Object.keys(context).length > 0 ? context : null;
  return { name, status: 'failed', code, message, remediation, details };
}

/** Says whether the pace holds a pin back. */
export function rateOutcome(reading: RateReading): CheckOutcome {
  if (reading.waitMs < worthAWarningMs) return outcomeOf('rate', 'passed');
  const starts = reading.startsAt.toISOString();
  return {
    ...outcomeOf('rate', 'warning', 'rate_limited', `The pin would wait until about ${starts}.`),
    details: { estimated_start_at: starts },
  };
}
