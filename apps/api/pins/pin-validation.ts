import { Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { Invalid } from '@pps/kernel';
import type { Pin } from '@pps/pins/events';
import { checkInput, failureOf } from '@pps/runtime';
import { CreatePinDto } from './create-pin.dto';
import { HeadroomMeter, rateRemaining, type RateReading } from './headroom';
import { PinQueueing } from './pin-queueing';
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
    const subscription = await this.checks.subscription(principal);
    await run('board_access', () => this.checks.requireBoard(principal, request.accountId, request.boardId));
    await run('media', async () => {
      this.checks.requireFeature(request.content, subscription);
      await this.checks.requireMedia(principal, request.content);
    });
    await run('quota', async () => {
      this.checks.requireBilling(subscription);
      if (quota.used >= quota.limit) throw this.checks.quotaExceeded(quota);
    });
    const reading = await this.meter.read(request.accountId);
    outcomes.push(rate(reading));
    const place = { pinId: this.queueing.pinIdOf(principal, request), request };
    const existing = (await run('duplicate', () => this.queueing.repeatOf(principal, place))) ?? null;
    if (existing)
      outcomes[outcomes.length - 1] = outcome(
        'duplicate',
        'warning',
        'pin_exists',
        'A creation with this key answers the pin that exists.',
      );
    return done(request, { existing, reading });
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
  if (rateRemaining(reading) >= 1 && reading.queuedAhead === 0) return outcome('rate', 'passed');
  const starts = reading.startsAt.toISOString();
  return {
    ...outcome('rate', 'warning', 'rate_limited', `The pin would wait until about ${starts}.`),
    details: { estimated_start_at: starts },
  };
}
