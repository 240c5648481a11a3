import { ApiProperty, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Controller, Get, Inject } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { UuidParam } from '../http/request-parts.decorator';
import { findPin } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';

/** A pin as the job of publishing it. */
class JobDto {
  @ApiProperty({ format: 'uuid', description: 'The same as the pin.' })
  readonly job_id: string;

  @ApiProperty({ format: 'uuid' })
  readonly pin_id: string;

  @ApiProperty({ enum: ['queued', 'deferred', 'publishing', 'published', 'failed'] })
  readonly status: string;

  @ApiProperty({ format: 'date-time', description: 'When the pin was accepted.' })
  readonly submitted_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it was published or failed.' })
  readonly completed_at: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly platform_pin_id: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly error_code: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly error_message: string | null;
}

/** A pin seen as the job of publishing it. */
@ApiTags('pins')
@Controller('v1/jobs')
export class JobsController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Get(':id')
  @RequireScope('read')
  @ApiOkResponse({ type: JobDto })
  async one(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string): Promise<JobDto> {
    const pin = await findPin(this.app, principal, id);
    return {
      job_id: pin.pinId,
      pin_id: pin.pinId,
      status: pin.status,
      submitted_at: pin.queuedAt,
      completed_at: pin.publishedAt ?? pin.failedAt,
      platform_pin_id: pin.platformPinId,
      error_code: pin.errorCode,
      error_message: pin.errorMessage,
    };
  }
}
