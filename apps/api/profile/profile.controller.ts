import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Identity, type Principal, pendingEmailChange, type UserProfile } from '@pps/identity';
import { changeProfile } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { IDENTITY } from '../auth/identity';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { BeyondPrograms, BeyondSandbox, RequireScope, WholeProject } from '../auth/route-access.decorator';
import { ChangeProfileDto, ProfileDto } from './profile.dto';
import { userStream } from '@pps/identity/events';
import { NotFound } from '@pps/kernel';
import { invoiceFields, type OrganizationProfile } from '@pps/workspaces';
import { organizationStream } from '@pps/workspaces/events';

@ApiTags('auth')
@Controller('v1/auth/profile')
@WholeProject()
export class ProfileController {
  constructor(
    @Inject(APP) private readonly app: App,
    @Inject(IDENTITY) private readonly identity: Pick<Identity, 'vault'>,
  ) {}

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: ProfileDto })
  read(@CurrentPrincipal() caller: Principal) {
    return profileBody(this.app, caller, caller.asOf);
  }

  @Put()
  @BeyondPrograms()
  @BeyondSandbox()
  @RequireScope('write')
  @ApiOkResponse({ type: ProfileDto, description: 'What is absent stays as it was; null clears.' })
  async change(@Body() { full_name, ...organization }: ChangeProfileDto, @CurrentPrincipal() caller: Principal) {
    const changes = Object.fromEntries(Object.entries(organization).filter(([, value]) => value !== undefined));
    await changeProfile({ ...this.app, ...this.identity }, caller, {
      fullName: full_name === null ? '' : full_name,
      organization: changes,
    });
    return profileBody(this.app, caller, await this.app.live.head());
  }
}

/** The user's profile together with the organization's invoice data, as of a position that was the log's head. */
async function profileBody(app: Pick<App, 'live' | 'clock' | 'vault'>, { userId, organizationId }: Principal, head: bigint) {
  const [{ state: user }, { state: organization }] = await Promise.all([
    app.live.get(userStream, userId, head),
    app.live.get(organizationStream, organizationId, head),
  ]);
  if (user.kind !== 'registered' || organization.kind === 'none') throw new NotFound('User');
  const pending = pendingEmailChange(user, app.clock().toISOString());
  const newAddressRef = pending?.change?.newAddressRef;
  const [profile, company, newAddress] = await Promise.all([
    app.vault.get<UserProfile>(user.profileRef),
    app.vault.get<OrganizationProfile>(organization.profileRef),
    newAddressRef === undefined ? null : app.vault.get<string>(newAddressRef),
  ]);
  const invoice = Object.fromEntries(invoiceFields.map((field) => [field, company?.[field] ?? null]));
  return {
    full_name: profile?.full_name || null,
    email: profile?.email ?? '',
    pending_email_change_to: newAddress,
    pending_email_change_requested_at: pending?.requestedAt ?? null,
    workspace_name: company?.workspace_name ?? '',
    ...invoice,
  };
}
