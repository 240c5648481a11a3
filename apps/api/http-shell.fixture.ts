import { Body, Controller, Delete, Get, Patch, Post, Query, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsOptional, IsString, Length, Max, ValidateNested } from 'class-validator';
import { NotFound, Rejected } from '@pps/kernel';
import { BodyLimit } from './http/route-setting.decorator';
import { currentCorrelation } from '@pps/runtime';
import { OptionalBody, UuidParam } from './http/request-parts.decorator';
import type { FastifyRequest } from 'fastify';

class LabelDto {
  @IsString()
  @Length(1, 5)
  readonly title: string;
}

class ThingDto {
  @IsString()
  @Length(1, 10)
  readonly title: string;

  @IsOptional()
  @IsInt()
  @Max(9)
  readonly amount?: number | null;

  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(3)
  @ValidateNested({ each: true })
  @Type(() => LabelDto)
  readonly labels?: LabelDto[];
}

class PageDto {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Max(200)
  readonly limit?: number;
}

class NoteDto {
  @IsOptional()
  @IsString()
  readonly note?: string;
}

/** For every route of its module, as the guard of credentials is; lets all pass but one. */
export class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!routeOptions.url?.endsWith('/guarded') || headers['x-api-key'] === 'good') return true;
    throw new Rejected('missing_credentials', 'Missing API key');
  }
}

const rejections: Readonly<Record<string, () => Error>> = {
  quota: () =>
    new Rejected('quota_exceeded', 'The monthly pin quota is used up', { upgrade_url: 'https://app.test/billing', code: 'not this' }),
  scope: () => new Rejected('insufficient_scope', 'The API key lacks the needed scope', { required_scope: 'write' }),
  board: () => new Rejected('board_not_found', 'The board was not found', { board_id: '7' }),
  'board-404': () => new Rejected('board_not_found', 'The board was not found', {}, { status: 404 }),
  rate: () => new Rejected('rate_limited', 'Too many attempts', { retry_after_seconds: 41.2 }),
  platform: () => new Rejected('platform_unavailable', 'The platform is not available'),
  unknown: () => new Rejected('quota_entry_released', 'No', {}),
  absent: () => new NotFound('Pin'),
  bug: () => new TypeError('password hunter2 is not iterable'),
  outage: () => Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' }),
  stranger: () => Object.assign(new Error('upstream said no'), { statusCode: 404 }),
};

@Controller('things')
export class ThingsController {
  @Post()
  create(@Body() thing: ThingDto) {
    return { title: thing.title, amount: thing.amount ?? null, requestId: currentCorrelation()?.requestId };
  }

  @Post('large')
  @BodyLimit(3 * 1024 * 1024)
  large(@Body() body: object) {
    return { keys: Object.keys(body).length };
  }

  @Post('guarded')
  guarded(@Body() thing: ThingDto) {
    return thing;
  }

  @Get()
  list(@Query() page: PageDto) {
    return { limit: page.limit ?? null, fields: Object.keys(page) };
  }

  @Get(':id')
  one(@UuidParam('id') id: string) {
    return { id };
  }

  @Patch(':id')
  edit(@UuidParam('id') id: string, @OptionalBody() body: NoteDto) {
    return { id, note: body.note ?? null };
  }

  @Delete(':id')
  remove(@UuidParam('id') id: string) {
    return { id };
  }

  @Post('rejections')
  reject(@Query('how') how: string) {
    throw (Object.hasOwn(rejections, how) && rejections[how]?.()) || new Error('no such rejection');
  }
}
