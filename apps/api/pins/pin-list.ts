import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { DATABASE, type Database } from '@pps/read-store';
import type { FastifyReply } from 'fastify';
import { listPins } from '@projections/pins/list-pins.query';
import { cursorTypes } from '@projections/pins/pin-sorts';
import { APP, type App } from '../../foundation/bind-app';
import { contentFilterOf } from '../lists/content-filter';
import { pageCursorOf, pageCursorText } from '../lists/page-cursor';
import type { ListPinsDto } from './list-pins.dto';
import { PinAnswers } from './pin-answers';
import { PinBodies } from './pin-body';

/** Pages of a project's pins, as far as the credential may see them. */
@Injectable()
export class PinList {
  constructor(
    @Inject(APP) private readonly deps: App,
    private readonly answers: PinAnswers,
    private readonly bodies: PinBodies,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /**
   * A revoked account's pins are listed too. Throws for an account that the credential may not name or the project does not have, and `Invalid`
   * for a cursor that is none of this order.
   */
  async answer(reply: FastifyReply, principal: Principal, query: ListPinsDto): Promise<Buffer> {
    const { sort } = query;
    const cursor = pageCursorOf(query, { sort, types: cursorTypes(sort), isNullable: sort.startsWith('published_at') });
    const question = { ...(await contentFilterOf(this.deps, principal, query)), cursor };
    return this.answers.answer(reply, principal, `page ${JSON.stringify(question)}`, async () => {
      const { pins, total, next } = await listPins(this.db, question);
      const headers = { 'X-Total-Count': String(total), ...(next && { 'X-Next-Cursor': pageCursorText(next) }) };
      return { body: pins.map((pin) => this.bodies.of(pin)), headers };
    });
  }
}
