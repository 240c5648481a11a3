import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { UuidParam } from '../http/request-parts.decorator';
import { findPin } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { JobDto } from './job.dto';

/** A pin seen as the job of publishing it. */
@ApiTags('pins')
@Controller('v1/jobs')
export class JobsController {
  constructor(@Inject(APP) private readonly deps: App) {}

  @Get(':id')
  @RequireScope('read')
  @ApiOkResponse({ type: JobDto })
  async one(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string): Promise<JobDto> {
    const pin = await findPin(this.deps, principal, id);
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
