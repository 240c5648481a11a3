import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { plans } from '@pps/billing';

class UserDto {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'email' })
  readonly email: string;

  @ApiProperty()
  readonly full_name: string;

  @ApiProperty({ example: 'UTC' })
  readonly timezone: string;

  @ApiProperty()
  readonly email_verified: boolean;

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'When account and workspace end, as the person asked; absent otherwise.' })
  readonly deletion_due_at?: string;
}

class OrganizationDto {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty()
  readonly name: string;
}

class ProjectDto {
  @ApiProperty({ format: 'uuid', description: 'The `workspace_id` of everything in the project.' })
  readonly id: string;

  @ApiProperty()
  readonly name: string;

  @ApiProperty({ enum: ['production', 'sandbox'] })
  readonly environment: string;

  @ApiProperty({ example: 'UTC' })
  readonly timezone: string;

  @ApiProperty({ enum: Object.keys(plans) })
  readonly plan: string;

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;
}

class PermissionsDto {
  @ApiProperty({ description: 'Not from a sandbox.' })
  readonly can_manage_billing: boolean;

  @ApiProperty()
  readonly can_manage_api_keys: boolean;

  @ApiProperty({ description: 'Whether billing accepts new pins.' })
  readonly can_publish: boolean;

  @ApiProperty()
  readonly can_manage_members: boolean;

  @ApiProperty({ description: 'Webhooks and platform accounts.' })
  readonly can_manage_integrations: boolean;

  @ApiProperty()
  readonly can_delete_assets: boolean;

  @ApiProperty({ description: 'Whether there is a sandbox to reset.' })
  readonly can_reset_sandbox: boolean;

  @ApiProperty()
  readonly can_view_reports: boolean;

  @ApiProperty({ description: 'Pins and schedules.' })
  readonly can_delete_content: boolean;
}

export class ProjectsContextDto {
  @ApiProperty()
  readonly organization: OrganizationDto;

  @ApiProperty()
  readonly active_project: ProjectDto;

  @ApiProperty({ type: [ProjectDto] })
  readonly projects: ProjectDto[];
}

export class MeDto extends ProjectsContextDto {
  @ApiProperty()
  readonly user: UserDto;

  @ApiProperty({ description: 'The same as active_project, under its older name.' })
  readonly workspace: ProjectDto;

  @ApiProperty()
  readonly permissions: PermissionsDto;
}

export class AuthResponseDto extends MeDto {
  @ApiProperty({ description: 'Empty where a cookie carries the session.' })
  readonly access_token: string;

  @ApiProperty({ enum: ['bearer'] })
  readonly token_type: string;

  @ApiProperty({ type: 'integer', description: 'Seconds.', example: 43200 })
  readonly expires_in: number;
}

export class ActionResponseDto {
  @ApiProperty()
  readonly message: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'When to ask again, if nothing was done.' })
  readonly retry_after_seconds: number | null;
}

/** What was done, in words; with the milliseconds after which to ask again where nothing was. */
export const actionBody = (message: string, retryAfterMs?: number): ActionResponseDto => ({
  message,
  retry_after_seconds: retryAfterMs === undefined ? null : Math.max(1, Math.ceil(retryAfterMs / 1_000)),
});
