import { Module, type DynamicModule } from '@nestjs/common';
import { connectionCommands } from '@pps/connections';
import { mailCommands } from '@pps/mail';
import { webhooksCommands } from '@pps/webhooks';
import { workspacesCommands } from '@pps/workspaces';
import { APP, type App } from '../foundation/bind-app';
import { FoundationModule } from '../foundation/foundation.module';
import type { Parts } from '../foundation/open-parts';
import { AuthController } from './auth/auth.controller';
import { PasswordsController } from './auth/passwords.controller';
import { EmailAddressController } from './auth/email-address.controller';
import { SessionsController } from './auth/sessions.controller';
import { GoogleController } from './google/google.controller';
import { SignInRedirectsController } from './google/sign-in-redirects.controller';
import { SecondFactorController, SignInTicketController } from './second-factor/second-factor.controller';
import { AccountDeletionController } from './account-deletion/account-deletion.controller';
import { AccountExportController } from './account-export/account-export.controller';
import { ProfileController } from './profile/profile.controller';
import { EmailController } from './email/email.controller';
import { ProjectsController, SwitchController } from './projects/projects.controller';
import { SandboxController } from './projects/sandbox.controller';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { OAuthController } from './connections/oauth.controller';
import { AccountsController } from './connections/accounts.controller';
import { BoardsController } from './connections/boards.controller';
import { AssetUploadsController } from './assets/asset-uploads.controller';
import { AssetContentController } from './assets/asset-content.controller';
import { AssetsController } from './assets/assets.controller';
import { ImportUploadsController } from './imports/import-uploads.controller';
import { ImportsController } from './imports/imports.controller';
import { BulkPinsController } from './pins/bulk-pins.controller';
import { PinBatchController } from './pins/pin-batch.controller';
import { PinValidationController } from './pins/pin-validation.controller';
import { PinsController } from './pins/pins.controller';
import { PinChangesController } from './pins/pin-changes.controller';
import { JobsController } from './pins/jobs.controller';
import { RateMeterController } from './pins/rate-meter.controller';
import { BulkSchedulesController } from './schedules/bulk-schedules.controller';
import { ScheduleForecastController } from './schedules/schedule-forecast.controller';
import { ScheduleCalendarController } from './schedules/schedule-calendar.controller';
import { ScheduleValidationController } from './schedules/schedule-validation.controller';
import { SchedulesController } from './schedules/schedules.controller';
import { ScheduleChangesController } from './schedules/schedule-changes.controller';
import { BillingController } from './billing/billing.controller';
import { CheckoutController } from './billing/checkout.controller';
import { BillingPricingController } from './billing/pricing.controller';
import { ProviderWebhookController } from './billing/provider-webhook.controller';
import { DashboardController } from './dashboard/dashboard.controller';
import { ActivityLogsController } from './activity-logs/activity-logs.controller';
import { AuditHistoryController, AuditProofsController } from './audit/audit.controller';
import { WebhooksController } from './webhooks/webhooks.controller';
import { WebhookDeliveriesController } from './webhooks/webhook-deliveries.controller';
import { WebhookReplaysController } from './webhooks/webhook-replays.controller';
import { WebAssetsController } from './web/web-assets.controller';
import { MailedLinkPagesController } from './web/mailed-link-pages.controller';
import { PasswordPagesController } from './web/password-pages.controller';
import { UnsubscribePageController } from './web/unsubscribe-page.controller';
import { SignInPageController } from './web/sign-in-page.controller';
import { SecondFactorPageController } from './web/second-factor-page.controller';
import { ConnectPageController } from './web/connect-page.controller';
import { OtherPagesController } from './web/other-pages.controller';
import { PaymentOffers } from './web/payment-offers';
import { DeviceConsents } from './web/device-consents';
import { DevicePageController } from './web/device-page.controller';
import { TokenController } from './oauth/token.controller';
import { OAuthMetadataController } from './oauth/oauth-metadata.controller';
import { RegistrationController } from './oauth/registration.controller';
import { AuthorizePageController } from './web/authorize-page.controller';
import { ConsentProjects } from './web/consent-projects';
import { GrantChanges } from './web/grant-changes';
import { GrantPageController } from './web/grant-page.controller';
import { ProgramConsents } from './web/program-consents';
import { ProposalAnswers } from './web/proposal-answers';
import { ProposalPageController } from './web/proposal-page.controller';
import { PurchasePageController } from './web/purchase-page.controller';
import { ExportLinks } from './account-export/export-links';
import { AssetLinks } from './assets/asset-links';
import { AssetList } from './assets/asset-list';
import { CredentialModule } from './auth/credential.module';
import { IdentityModule } from './auth/identity.module';
import { SessionBody } from './auth/session-body';
import { paymentDeps, PriceCheck } from './billing/payment-deps';
import { registerCommands } from './commands/commands';
import { CONNECTING, connecting } from './connections/connecting';
import { DependencyChecks } from './health/dependency-checks';
import { McpMount } from './mcp/mcp-mount';
import { McpParts } from './mcp/mcp-parts';
import { MetricMeasurements } from './metrics/metric-measurements';
import { HeadroomHeaders } from './pins/headroom-headers';
import { PinAnswers } from './pins/pin-answers';
import { PinBodies } from './pins/pin-body';
import { PinList } from './pins/pin-list';
import { RecordRequests } from './requests/record-requests';
import { ChangesController } from './changes/changes.controller';
import { ChangeStreams } from './changes/change-streams';
import { RequestsController } from './requests/requests.controller';
import { ProposalsController } from './proposals/proposals.controller';
import { ScheduleBodies } from './schedules/schedule-body';
import { ShellModule } from './shell.module';

/** Every route of the business, in the order of the interface's description. */
const controllers = [
  ...[AuthController, PasswordsController, EmailAddressController, SessionsController],
  ...[GoogleController, SignInRedirectsController],
  ...[SecondFactorController, SignInTicketController],
  ...[AccountDeletionController],
  ...[AccountExportController],
  ...[ProfileController],
  ...[EmailController],
  ...[ProjectsController, SandboxController, SwitchController],
  ...[ApiKeysController],
  ...[OAuthController, AccountsController, BoardsController],
  ...[AssetUploadsController, AssetContentController, AssetsController],
  ...[ImportUploadsController, ImportsController],
  ...[
    BulkPinsController,
    PinBatchController,
    PinValidationController,
    PinsController,
    PinChangesController,
    JobsController,
    RateMeterController,
  ],
  ...[
    BulkSchedulesController,
    ScheduleForecastController,
    ScheduleCalendarController,
    ScheduleValidationController,
    SchedulesController,
    ScheduleChangesController,
  ],
  ...[ProposalsController],
  ...[BillingController, CheckoutController, BillingPricingController, ProviderWebhookController],
  ...[DashboardController],
  ...[ActivityLogsController],
  ...[ChangesController],
  ...[RequestsController],
  ...[AuditHistoryController, AuditProofsController],
  ...[WebhooksController, WebhookDeliveriesController, WebhookReplaysController],
  ...[
    WebAssetsController,
    MailedLinkPagesController,
    PasswordPagesController,
    UnsubscribePageController,
    SignInPageController,
    SecondFactorPageController,
    ConnectPageController,
    PurchasePageController,
    DevicePageController,
    ...[
      GrantPageController,
      ProposalPageController,
      AuthorizePageController,
      TokenController,
      RegistrationController,
      OAuthMetadataController,
    ],
    OtherPagesController,
  ],
];

/** What several of them share, and the commands that they give. */
const providers = [
  ...[SessionBody, ExportLinks, AssetLinks, AssetList, PinAnswers, PinBodies, PinList, HeadroomHeaders, ScheduleBodies, RecordRequests],
  ...[ChangeStreams, McpParts, McpMount],
  ...[connecting, paymentDeps, PriceCheck, PaymentOffers, ConsentProjects, DeviceConsents, ProgramConsents, GrantChanges, ProposalAnswers],
  ...registerCommands<App>(APP, workspacesCommands, mailCommands, webhooksCommands),
  ...registerCommands(CONNECTING, connectionCommands),
];

@Module({ controllers, providers })
class RoutesModule {}

/** The API of a process with these parts. */
@Module({})
export class ApiModule {
  static with(parts: Parts): DynamicModule {
    const imports = [FoundationModule.with(parts), IdentityModule, CredentialModule, ShellModule, RoutesModule];
    return { module: ApiModule, imports, providers: [DependencyChecks, MetricMeasurements] };
  }
}
