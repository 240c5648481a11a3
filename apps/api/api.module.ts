import { Module, type DynamicModule } from '@nestjs/common';
import { DependencyChecks } from './health/dependency-checks';
import { FoundationModule } from '../foundation/foundation.module';
import type { Parts } from '../foundation/open-parts';
import { ActivityLogsModule } from './activity-logs/activity-logs.module';
import { ApiKeysModule } from './api-keys/api-keys.module';
import { AssetsApiModule } from './assets/assets.module';
import { AuditApiModule } from './audit/audit.module';
import { AuthModule } from './auth/auth.module';
import { CredentialModule } from './auth/credential.module';
import { IdentityModule } from './auth/identity.module';
import { CommandsModule } from './commands/commands.module';
import { ConnectionsApiModule } from './connections/connections.module';
import { DashboardModule } from './dashboard/dashboard.module';
import { EmailModule } from './email/email.module';
import { MetricMeasurements } from './metrics/metric-measurements';
import { BillingApiModule } from './billing/billing.module';
import { GoogleModule } from './google/google.module';
import { ImportsApiModule } from './imports/imports.module';
import { PinsApiModule } from './pins/pins.module';
import { ProfileModule } from './profile/profile.module';
import { ProjectsModule } from './projects/projects.module';
import { SchedulesApiModule } from './schedules/schedules.module';
import { AccountDeletionModule } from './account-deletion/account-deletion.module';
import { AccountExportModule } from './account-export/account-export.module';
import { SecondFactorApiModule } from './second-factor/second-factor.module';
import { ShellModule } from './shell.module';
import { WebModule } from './web/web.module';
import { WebhooksApiModule } from './webhooks/webhooks.module';

@Module({})
export class ApiModule {
  static with(parts: Parts): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        FoundationModule.with(parts),
        CommandsModule,
        IdentityModule,
        CredentialModule,
        ShellModule,
        AuthModule,
        GoogleModule,
        SecondFactorApiModule,
        AccountDeletionModule,
        AccountExportModule,
        ProfileModule,
        EmailModule,
        ProjectsModule,
        ApiKeysModule,
        ConnectionsApiModule,
        AssetsApiModule,
        ImportsApiModule,
        PinsApiModule,
        SchedulesApiModule,
        BillingApiModule,
        DashboardModule,
        ActivityLogsModule,
        AuditApiModule,
        WebhooksApiModule,
        WebModule,
      ],
      providers: [DependencyChecks, MetricMeasurements],
    };
  }
}
