import { Inject, Injectable } from '@nestjs/common';
import { mayPublish, planOf, quotaMonth, QuotaCounter, termsOf, type Plan, type PlanTerms } from '@pps/billing';
import { AccountDirectory, BoardAccess, Reconnection, type Verdict } from '@pps/connections';
import { LiveStates } from '@pps/event-store';
import { refuseForeignAccount, type Principal } from '@pps/identity';
import { CLOCK, NotFound, Rejected, type Clock, type FieldError } from '@pps/kernel';
import type { PinContent } from '@pps/pins/events';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { ProjectAssets } from '../assets/project-assets';

export interface Quota {
  readonly limit: number;
  readonly used: number;
}

export interface Subscription {
  readonly plan: Plan;
  readonly terms: PlanTerms;
  readonly mayPublish: boolean;
}

/** What has to hold before something is published, each check by itself; every one throws the contract's refusal. */
@Injectable()
export class PublishChecks {
  constructor(
    private readonly live: LiveStates,
    private readonly accounts: AccountDirectory,
    private readonly boards: BoardAccess,
    private readonly reconnection: Reconnection,
    private readonly quota: QuotaCounter,
    private readonly assets: ProjectAssets,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The credential may name the account and the project has it. */
  async requireAccount(principal: Principal, accountId: string): Promise<void> {
    refuseForeignAccount(principal, accountId);
    if (!(await this.accounts.find(principal.projectId, accountId, principal.epoch, principal.asOf))) throw new NotFound('Account');
  }

  /** The same for reads about an account, which a revoked one no longer answers. */
  async requireLiveAccount(principal: Principal, accountId: string): Promise<void> {
    await this.requireAccount(principal, accountId);
    const account = await this.accounts.find(principal.projectId, accountId, principal.epoch, principal.asOf);
    if (account?.revokedAt) throw this.reconnection.needed('account_revoked', accountId);
  }

  async subscription({ organizationId, environment, asOf }: Principal): Promise<Subscription> {
    const { plan, status } = await planOf(this.live, organizationId, asOf);
    return { plan, terms: termsOf(plan, environment), mayPublish: mayPublish({ plan, status }) };
  }

  /** The project's quota of this month as it stands. */
  async quotaOf(principal: Principal): Promise<Quota> {
    const { terms } = await this.subscription(principal);
    const used = await this.quota.used(principal.projectId, principal.epoch, quotaMonth(this.clock()));
    return { limit: terms.quotaPinsMonthly, used };
  }

  requireFeature({ assetId }: PinContent, { terms }: Subscription): void {
    if (assetId === undefined || terms.features.uploadedMediaAssets) return;
    throw new Rejected('feature_unavailable', 'The plan does not include uploaded media.', { upgrade_url: this.upgradeUrl });
  }

  requireBilling({ mayPublish: active }: Subscription): void {
    if (!active) throw new Rejected('billing_inactive', 'The subscription is not active.', { upgrade_url: this.upgradeUrl });
  }

  /** `at` is where the pin stands in the request. */
  async requireMedia(principal: Principal, content: PinContent, at?: FieldError['loc']): Promise<void> {
    await this.assets.requireShown(principal, content, at);
  }

  /** The verdict, which may say that nothing could be looked at. */
  async requireBoard(principal: Principal, accountId: string, boardId: string): Promise<Verdict> {
    const verdict = await this.boards.check({ accountId, boardId, head: principal.asOf });
    this.requirePublishable(verdict);
    return verdict;
  }

  quotaExceeded({ limit, used }: Quota): Rejected {
    const message = 'The monthly quota of pin creations is used up.';
    return new Rejected('quota_exceeded', message, { upgrade_url: this.upgradeUrl, quota_limit: limit, quota_used: used });
  }

  private requirePublishable(verdict: Verdict): void {
    if (verdict.status !== 'failed') return;
    const { code, message, accountId, boardId } = verdict;
    switch (code) {
      case 'token_expired':
      case 'token_revoked':
      case 'account_revoked':
      case 'scope_missing':
        throw this.reconnection.needed(code, accountId, { board_id: boardId });
      case 'board_not_found':
      case 'board_deleted':
      case 'board_not_owned':
      case 'board_access_denied':
      case 'sandbox_board_not_allowed':
        throw new Rejected(code, message, { board_id: boardId, account_id: accountId });
    }
  }

  private get upgradeUrl(): string {
    return `${this.configuration.APP_URL.replace(/\/+$/, '')}/billing`;
  }
}
