import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { HeaderLine } from '../http/request-parts.decorator';
import { ChangeStreams } from './change-streams';
import { changeTypes } from './change';
import { ChangesQuery } from './changes.dto';
import { endReasons, resetReasons } from './change-text';

const words = (all: readonly string[]): string => all.map((word) => `\`${word}\``).join(', ');

@ApiTags('changes')
@Controller('v1/changes')
export class ChangesController {
  constructor(private readonly streams: ChangeStreams) {}

  @Get()
  @RequireScope('read')
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: '`id` of the last event that was received: the stream goes on after it. Browsers send it by themselves.',
    schema: { type: 'string', maxLength: 200 },
  })
  @ApiOkResponse({
    content: { 'text/event-stream': { schema: { type: 'string', format: 'binary' } } },
    description: [
      'Server-sent events, with `Accept: text/event-stream` for as long as the client listens. A `change` says which thing is not as it was, and nothing of what it says:',
      '`{"position", "type", "id", "is_new"}`, with `account_id`, `schedule_id` and `import_id` of a pin, `account_id` of a schedule and a board, `webhook_id` of a delivery.',
      `Types: ${words(changeTypes)}; further ones may come.`,
      `\`reset\` says that changes may be missing, so that everything shown has to be read again: \`{"position", "reason"}\` (${words(resetReasons)}).`,
      `A stream that the service closes ends with \`end\`: \`{"reason"}\` (${words(endReasons)}), or with a \`reset\` where its reason is \`too_slow\` or \`project_reset\`.`,
      'Comments alone come while the service does not know whether the credential still holds.',
    ].join(' '),
  })
  async stream(
    @CurrentPrincipal() caller: Principal,
    @Query() query: ChangesQuery,
    @HeaderLine('Last-Event-ID') lastEventId: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const wanted = { lastEventId: lastEventId ?? query.last_event_id, maxSeconds: query.max_seconds };
    await this.streams.answer(caller, request, reply, wanted);
  }
}
