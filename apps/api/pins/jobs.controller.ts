import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { UuidParam } from '@pps/runtime';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { VisiblePins } from './visible-pins';

/** A pin seen as the job of publishing it. */
@ApiTags('pins')
@Controller('v1/jobs')
export class JobsController {
  constructor(private readonly pins: VisiblePins) {}

  @Get(':id')
  @RequireScope('read')
  async one(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string) {
    const pin = await this.pins.find(principal, id);
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
