import { Body, Controller, Get, HttpCode, Inject, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { Invalid } from '@pps/kernel';
import { itemsAtMost } from '@pps/proposals';
import { approveProposal, checkProposal, declineProposal, findProposal, listProposalRows, proposeWrite, showItems } from '@pps/use-cases';
import { proposalOrder, proposalSort } from '@projections/proposals/list-proposals.query';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope, SessionOnly } from '../auth/route-access.decorator';
import { BulkWork } from '../bulk/bulk-work.decorator';
import { OptionalBody, UuidParam } from '../http/request-parts.decorator';
import { BodyLimit, bodyLimit } from '../http/route-setting.decorator';
import { IdempotencyKey, idempotencyKeyHeader, TakesIdempotencyKey } from '../idempotency/idempotency-key.guard';
import { listHeaders } from '../lists/page-range.decorator';
import { pageCursorOf, pageCursorText } from '../lists/page-cursor';
import { mostFieldsOfPin } from '../pins/create-pin.dto';
import { decodeChoices, decodeNumbers, decodeProposal } from './decode-proposal';
import { toListedProposalBody, toProposalBody } from './proposal-body';
import { ApproveDto, DeclineDto, ListProposalsDto, ProposalDto, ProposeDto } from './proposal.dto';

const key =
  'The same items under this key are answered as the proposal that exists; other items are 409. Without a key the items themselves are it.';

@ApiTags('proposals')
@Controller('v1/proposals')
export class ProposalsController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Post()
  @BodyLimit(bodyLimit, itemsAtMost * mostFieldsOfPin)
  @RequireScope('write')
  @TakesIdempotencyKey(key)
  @ApiBody({ type: ProposeDto })
  @ApiCreatedResponse({ type: ProposalDto, description: 'Nothing is published before a person agrees.' })
  async propose(
    @CurrentPrincipal() principal: Principal,
    @Body() body: ProposeDto,
    @IdempotencyKey() header: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const items = await decodeProposal(body.items, this.app.clock());
    const { proposal, repeated } = await proposeWrite(this.app, principal, { items, idempotencyKey: keyOf(body, header) });
    if (repeated) void reply.header('Idempotent-Replayed', 'true');
    return toProposalBody(this.app.configuration, proposal);
  }

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: [ProposalDto], headers: { ...listHeaders.total, ...listHeaders.next } })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListProposalsDto, @Res({ passthrough: true }) reply: FastifyReply) {
    const { status, limit, offset } = query;
    const cursor = pageCursorOf(query, { sort: proposalSort, types: proposalOrder.types });
    const { rows, total, next } = await listProposalRows(this.app, principal, { status, limit, offset, cursor });
    void reply.header('X-Total-Count', String(total));
    if (next) void reply.header('X-Next-Cursor', pageCursorText(next));
    return rows.map((row) => toListedProposalBody(this.app.configuration, row));
  }

  @Get(':id')
  @BulkWork()
  @RequireScope('read')
  @ApiOkResponse({ type: ProposalDto })
  async one(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string) {
    const proposal = await findProposal(this.app, principal, id);
    // Who may agree sees what there is to agree to.
    const isPerson = principal.kind === 'session' && principal.keyId === undefined;
    const [checked, shown] = await Promise.all([
      checkProposal(this.app, principal, proposal),
      isPerson ? showItems(this.app, principal, proposal) : [],
    ]);
    return toProposalBody(this.app.configuration, proposal, checked, shown);
  }

  @Post(':id/approve')
  @HttpCode(200)
  @BulkWork()
  @SessionOnly()
  @ApiOkResponse({ type: ProposalDto, description: 'What became of each item stands in it.' })
  async approve(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string, @OptionalBody() { items }: ApproveDto) {
    const choices = items ? await decodeChoices(items) : null;
    const shown = new Map(choices?.flatMap(({ number, fingerprint }) => (fingerprint ? [[number, fingerprint]] : [])));
    return toProposalBody(this.app.configuration, await approveProposal(this.app, principal, id, { choices, by: 'session', shown }));
  }

  @Post(':id/decline')
  @HttpCode(200)
  @SessionOnly()
  @ApiOkResponse({ type: ProposalDto })
  async decline(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string, @OptionalBody() { items }: DeclineDto) {
    const numbers = items ? await decodeNumbers(items) : null;
    return toProposalBody(this.app.configuration, await declineProposal(this.app, principal, id, { numbers, by: 'session' }));
  }
}

/** Throws `Invalid` where the header and the field differ. */
function keyOf({ idempotency_key: field }: ProposeDto, header: string | undefined): string | null {
  if (header === undefined || field === undefined || field === null || field === header) return field ?? header ?? null;
  throw new Invalid([{ loc: ['header', idempotencyKeyHeader], msg: 'Idempotency-Key and idempotency_key differ', type: 'mismatch' }]);
}
