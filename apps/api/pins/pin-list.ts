import { ApiPropertyOptional } from '@nestjs/swagger';
import { pinSorts, type PinSort, cursorTypes } from '@projections/pins/pin-sorts';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, ValidateBy } from 'class-validator';
import { booleanOf, PageCursorText } from '../lists/page-range.decorator';
import { IsMoment } from '../http/field-rules.decorator';
import { ContentListDto, contentFilterOf } from '../lists/content-filter';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { isUuid } from '@pps/kernel';
import type { FastifyReply } from 'fastify';
import { listPins, type PinPageQuestion } from '@projections/pins/list-pins.query';
import { APP, type App } from '../../foundation/bind-app';
import { pageCursorOf, pageCursorText } from '../lists/page-cursor';
import { PinAnswers } from './pin-answers';
import { PinBodies } from './pin-body';

const statuses = ['queued', 'deferred', 'publishing', 'published', 'failed'];

const mostIds = 100;
const idsOf = (text: string): readonly string[] => text.split(',');
const areIds = { validate: (text: unknown) => typeof text === 'string' && idsOf(text).length <= mostIds && idsOf(text).every(isUuid) };

export class ListPinsDto extends ContentListDto {
  @ApiPropertyOptional({
    description: `Only the pins with these ids, 1 to ${mostIds} with commas between them: all of them that there are, whatever \`limit\` is.`,
  })
  @IsOptional()
  @ValidateBy({ name: 'isUuid', validator: areIds }, { message: `ids must be 1 to ${mostIds} uuids with commas between them` })
  readonly ids?: string;

  @ApiPropertyOptional({ enum: statuses })
  @IsOptional()
  @IsIn(statuses)
  readonly status?: string;

  @ApiPropertyOptional({ default: false, description: 'True lists the pins that were deleted, as they stood then, instead of the others.' })
  @IsOptional()
  @Transform(booleanOf)
  @IsBoolean()
  readonly removed?: boolean;

  @ApiPropertyOptional({ format: 'date-time', description: 'Published at this moment or later.' })
  @IsOptional()
  @IsMoment()
  readonly published_since?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Published before this moment.' })
  @IsOptional()
  @IsMoment()
  readonly published_until?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Failed at this moment or later, and not retried since.' })
  @IsOptional()
  @IsMoment()
  readonly failed_since?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Failed before this moment, and not retried since.' })
  @IsOptional()
  @IsMoment()
  readonly failed_until?: string;

  @ApiPropertyOptional({ enum: pinSorts, default: 'created_at_desc' })
  @IsOptional()
  @IsIn(pinSorts)
  readonly sort: PinSort = 'created_at_desc';

  @PageCursorText('The `X-Next-Cursor`')
  readonly cursor?: string;
}

/**
 * The page that a query asks for, within what the credential may see. Throws for an account that the credential may not name or the project does not have,
 * and `Invalid` for a cursor that is none of this order.
 */
export async function pinPageQuestionOf(deps: Pick<App, 'accounts'>, principal: Principal, query: ListPinsDto): Promise<PinPageQuestion> {
  const { published_since, published_until, failed_since, failed_until, ...rest } = query;
  const { sort } = query;
  const ids = query.ids === undefined ? undefined : idsOf(query.ids);
  const kind = () => ({ sort, types: cursorTypes(sort), isNullable: sort.startsWith('published_at') });
  const cursor = query.cursor === undefined ? undefined : pageCursorOf(query, kind());
  return {
    ...(await contentFilterOf(deps, principal, rest)),
    ids,
    limit: Math.max(query.limit, ids?.length ?? 0),
    publishedSince: published_since,
    publishedUntil: published_until,
    failedSince: failed_since,
    failedUntil: failed_until,
    cursor,
  };
}

/** Pages of a project's pins, as far as the credential may see them. */
@Injectable()
export class PinList {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly answers: PinAnswers,
    private readonly bodies: PinBodies,
  ) {}

  /**
   * A revoked account's pins are listed too. Throws for an account that the credential may not name or the project does not have, and `Invalid`
   * for a cursor that is none of this order.
   */
  async answer(reply: FastifyReply, principal: Principal, query: ListPinsDto): Promise<Buffer> {
    const question = await pinPageQuestionOf(this.app, principal, query);
    return this.answers.answer(reply, principal, `page ${JSON.stringify(query)}`, async () => {
      const { pins, total, next } = await listPins(this.app.db, question);
      const headers = { 'X-Total-Count': String(total), ...(next && { 'X-Next-Cursor': pageCursorText(next) }) };
      return { body: pins.map((pin) => this.bodies.pinBody(pin)), headers };
    });
  }
}
