import { Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { Invalid } from '@pps/kernel';
import type { Pin } from '@pps/pins/events';
import { checkInput, failureOf } from '@pps/runtime';
import { CreatePinDto } from './create-pin.dto';
import { HeadroomMeter, type RateReading } from './headroom';
import { PinQueueing, type Place } from './pin-queueing';
import { pinRequestOf, type PinRequest } from './pin-request';
import { PublishChecks, type Quota } from './publish-checks';

type CheckName = 'payload' | 'account' | 'board_access' | 'media' | 'quota' | 'rate' | 'duplicate';

export interface CheckOutcome {
  readonly name: CheckName;
  readonly status: 'passed' | 'failed' | 'warning' | 'skipped';
  readonly code: string | null;
  readonly message: string | null;
  readonly remediation: string | null;
  readonly details: unknown;
}

export interface Validated {
  readonly checks: readonly CheckOutcome[];
  readonly request: PinRequest | null;
  readonly existing: Pin | null;
  readonly quota: Quota;
  readonly reading: RateReading | null;
}

const longDescription = 500;
const worthAWarningMs = 1_000;

/** Asks of a creation everything that a real one is asked, and reports instead of failing; writes nothing. */
@Injectable()
export class PinValidation {
  constructor(
    private readonly checks: PublishChecks,
    private readonly queueing: PinQueueing,
    private readonly meter: HeadroomMeter,
  ) {}

  async validate(principal: Principal, body: object, keyHeader: string | undefined): Promise<Validated> {
    const quota = await this.checks.quotaOf(principal);
    const outcomes: CheckOutcome[] = [];
    const run = async <T>(name: CheckName, check: () => Promise<T>): Promise<T | undefined> => {
      try {
        const value = await check();
        outcomes.push(outcome(name, 'passed'));
        return value;
      } catch (error) {
        outcomes.push(failed(name, error));
        return undefined;
      }
    };
    const skip = (...names: readonly CheckName[]) => void outcomes.push(...names.map((name) => outcome(name, 'skipped')));
    const done = (request: PinRequest | null, rest: Partial<Validated> = {}): Validated => ({
      checks: outcomes,
      request,
      existing: null,
      quota,
      reading: null,
      ...rest,
    });

    const request = await run('payload', () => this.payload(body, keyHeader));
    if (!request) return (skip('account', 'board_access', 'media', 'quota', 'rate', 'duplicate'), done(null));
    if (request.content.description && [...request.content.description].length > longDescription) {
      outcomes[0] = outcome(
        'payload',
        'warning',
        'description_long',
        `The network may cut descriptions after ${longDescription} characters.`,
      );
    }
    if ((await run('account', async () => (await this.checks.requireAccount(principal, request.accountId), true))) === undefined) {
      return (skip('board_access', 'media', 'quota', 'rate', 'duplicate'), done(request));
    }
    const place = { pinId: this.queueing.pinIdOf(principal, request), request };
    const duplicate = await this.duplicate(principal, place);
    if (duplicate.existing) {
      // A repeat answers the pin that exists, whatever a new one would meet.
      skip('board_access', 'media', 'quota', 'rate');
      outcomes.push(duplicate.outcome);
      return done(request, { existing: duplicate.existing, reading: await this.meter.read(request.accountId) });
    }
    const subscription = await this.checks.subscription(principal);
    const verdict = await run('board_access', () => this.checks.requireBoard(principal, request.accountId, request.boardId));
    if (verdict?.status === 'skipped') {
      outcomes[outcomes.length - 1] = outcome('board_access', 'skipped', verdict.code, verdict.message);
    }
    await run('media', async () => {
      this.checks.requireFeature(request.content, subscription);
      await this.checks.requireMedia(principal, request.content);
    });
    await run('quota', async () => {
      this.checks.requireBilling(subscription);
      if (quota.used >= quota.limit) throw this.checks.quotaExceeded(quota);
    });
    const reading = await this.meter.read(request.accountId);
    outcomes.push(rate(reading), duplicate.outcome);
    return done(request, { reading });
  }

  private async duplicate(principal: Principal, place: Place): Promise<{ readonly outcome: CheckOutcome; readonly existing: Pin | null }> {
    try {
      const existing = await this.queueing.repeatOf(principal, place);
      if (!existing) return { existing, outcome: outcome('duplicate', 'passed') };
      const message = 'A creation with this key answers the pin that exists.';
      return { existing, outcome: outcome('duplicate', 'warning', 'pin_exists', message) };
    } catch (error) {
      return { existing: null, outcome: failed('duplicate', error) };
    }
  }

  private async payload(body: object, keyHeader: string | undefined): Promise<PinRequest> {
    const dto = await checkInput(CreatePinDto, body, { loc: ['body'], unknownFields: 'refuse' });
    return pinRequestOf(dto, keyHeader);
  }
}

function outcome(name: CheckName, status: CheckOutcome['status'], code: string | null = null, message: string | null = null): CheckOutcome {
  return { name, status, code, message, remediation: null, details: null };
}

function failed(name: CheckName, error: unknown): CheckOutcome {
  const { code, message, remediation, context, errors, status } = failureOf(error);
  if (status >= 500 && !(error instanceof Invalid)) throw error;
  const details = errors ? { errors } : Object.keys(context).length > 0 ? context : null;
  return { name, status: 'failed', code, message, remediation, details };
}

function rate(reading: RateReading): CheckOutcome {
  if (reading.waitMs < worthAWarningMs) return outcome('rate', 'passed');
  const starts = reading.startsAt.toISOString();
  return {
    ...outcome('rate', 'warning', 'rate_limited', `The pin would wait until about ${starts}.`),
    details: { estimated_start_at: starts },
  };
}
