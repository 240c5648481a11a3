import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { Invalid, NotFound } from '@pps/kernel';
import type { FoundRequest, RequestFilter, RequestCursor } from '@pps/request-log';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RateLimited } from '../limits/rate-limit.guard';
import { RequireScope } from '../auth/route-access.decorator';
import { isLogPosition } from '../lists/page-cursor';
import { RecordRequests } from './record-requests';
import { RequestDto, RequestIdDto, RequestListQuery, RequestPageDto } from './requests.dto';

@ApiTags('requests')
@Controller('v1/requests')
export class RequestsController {
  constructor(private readonly recorded: RecordRequests) {}

  @Get()
  @RateLimited('request_lists')
  @RequireScope('read')
  @ApiOkResponse({
    type: RequestPageDto,
    description:
      'Requests of the last 7 days, newest first, without bodies: of a session all of its project in its present epoch, of an API key its own. What other processes have answered shows within two seconds. A project keeps as many as it has room for, so of a flood a part may be missing; where the operator has turned the record off (`REQUEST_LOG=off`), there are none.',
  })
  async page(@CurrentPrincipal() caller: Principal, @Query() query: RequestListQuery): Promise<RequestPageDto> {
    const { limit, cursor } = query;
    const before = cursor === undefined ? null : cursorOf(cursor);
    await this.recorded.log.awaitWritten(caller.organizationId);
    const found = await this.recorded.requests.find(filterOf(caller, query), { before, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return { items: shown.map(toBody), next_cursor: last && found.length > limit ? cursorBehind(last) : null };
  }

  @Get(':request_id')
  @RequireScope('read')
  @ApiOkResponse({
    type: RequestDto,
    description:
      'The request that an error names; the newest one where a client has used the id again. 404 also of what is not kept: it is older than 7 days or of an earlier epoch of the sandbox, a flood left no room for it, or the operator has turned the record off.',
  })
  async read(@CurrentPrincipal() caller: Principal, @Param() { request_id: requestId }: RequestIdDto): Promise<RequestDto> {
    await this.recorded.log.awaitWritten(caller.organizationId);
    const [found] = await this.recorded.requests.find({ ...ownerOf(caller), requestId }, { before: null, limit: 1 });
    if (!found) throw new NotFound('Request');
    return toBody(found);
  }
}

const ownerOf = ({ projectId, epoch, keyId }: Principal): Pick<RequestFilter, 'projectId' | 'epoch' | 'credentialId'> => ({
  projectId,
  epoch,
  credentialId: keyId,
});

function filterOf(
  caller: Principal,
  { request_id: requestId, status, route, key_id: keyId, since, until }: RequestListQuery,
): RequestFilter {
  const [, method, path] = /^(?:([A-Z]{3,7}) )?(.*)$/s.exec(route ?? '') ?? [];
  return {
    ...ownerOf(caller),
    ...{ requestId, method, since, until },
    route: route === undefined ? undefined : path,
    keyId: keyId?.toLowerCase(),
    statuses: status === undefined ? undefined : [Number(status.replace(/xx$/i, '00')), Number(status.replace(/xx$/i, '99'))],
  };
}

const toBody = (found: FoundRequest): RequestDto => ({
  request_id: found.requestId,
  at: found.at.toISOString(),
  method: found.method,
  route: found.route,
  status: found.status,
  code: found.code,
  duration_ms: found.durationMs,
  credential: found.credential,
  resource_id: found.resourceId,
});

const cursorBehind = ({ at, number }: RequestCursor): string => Buffer.from(`${at.getTime()}.${number}`).toString('base64url');

function cursorOf(cursor: string): RequestCursor {
  const [, at, number] = /^(\d{1,14})\.(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined || number === undefined || !isLogPosition(number))
    throw new Invalid([{ loc: ['query', 'cursor'], msg: 'cursor is not one of ours', type: 'value_error' }]);
  return { at: new Date(Number(at)), number };
}
