import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { originOfPrincipal, type Principal } from '@pps/identity';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { answerRepeatable } from '../idempotency/answer-repeatable';
import { contentOfJson } from '../idempotency/content-of-json';
import { IdempotencyKey, answeredForADay, TakesIdempotencyKey } from '../idempotency/idempotency-key.guard';
import { requireOwnAccount, requireConnectedAccount } from './own-accounts';
import { accountOfBoard, BoardCreateDto, BoardUpdateDto, privacyOf } from './board.dto';
import { BoardAccessDto, BoardDto, BoardAccessQuery, BoardPath, BoardsQuery, BoardUpdateQuery } from './connections.dto';
import { isPublishable, type DirectoryEntry, type Verdict } from '@pps/connections';
import { errorCatalogueEntry } from '@pps/runtime';
import { refusePublicBoard } from '@pps/use-cases';
import { healthOf } from './account-list';
import type { PlatformBoard } from '@pps/platform';
import { CountsLimit } from '../limits/rate-limit.guard';

@ApiTags('platform')
@Controller('v1/platform/boards')
export class BoardsController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Get()
  @CountsLimit('board_lists')
  @RequireScope('read')
  @ApiOperation({ summary: 'All boards of an account' })
  @ApiOkResponse({ type: [BoardDto] })
  async list(@CurrentPrincipal() principal: Principal, @Query() { account_id: accountId }: BoardsQuery) {
    await requireOwnAccount(this.app, principal, accountId);
    await this.app.rateLimits.require('board_lists', principal.projectId);
    return (await this.app.boardSource.list(accountId)).map(toBoardBody);
  }

  @Post()
  @CountsLimit('board_lists')
  @RequireScope('write')
  @TakesIdempotencyKey(answeredForADay)
  @ApiOperation({ summary: 'Create a board' })
  @ApiCreatedResponse({ type: BoardDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: BoardCreateDto,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { name, description, account_id: accountId } = body;
    const draft = { name, description, privacy: privacyOf(body) };
    await requireOwnAccount(this.app, principal, accountId);
    const content = contentOfJson([accountId, name, description ?? null, draft.privacy ?? null]);
    return answerRepeatable(
      this.app.idempotentAnswers,
      { principal, reply, key, content, route: 'POST /v1/platform/boards' },
      async (creation) => {
        // A repeat lists the boards of the account.
        if (creation.mayExist) await this.app.rateLimits.require('board_lists', principal.projectId);
        const origin = originOfPrincipal(principal, this.app.clock());
        return toBoardBody(await this.app.boardSource.create(accountId, draft, creation, origin));
      },
    );
  }

  @Patch(':board_id')
  @RequireScope('write')
  @ApiOperation({ summary: 'Change a board', description: 'account_id is taken from the query or from the body.' })
  @ApiOkResponse({ type: BoardDto })
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param() { board_id: boardId }: BoardPath,
    @Query() query: BoardUpdateQuery,
    @Body() body: BoardUpdateDto,
  ) {
    const accountId = accountOfBoard(query, body);
    const { name, description } = body;
    const change = { ...(name === undefined ? {} : { name }), description, privacy: privacyOf(body) };
    if (change.privacy === 'PUBLIC') refusePublicBoard(principal);
    await requireOwnAccount(this.app, principal, accountId);
    return toBoardBody(await this.app.boardSource.update(accountId, boardId, change, originOfPrincipal(principal, this.app.clock())));
  }

  @Delete(':board_id')
  @HttpCode(204)
  @RequireScope('destructive')
  @ApiOperation({ summary: 'Delete a board at the platform' })
  @ApiNoContentResponse()
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param() { board_id: boardId }: BoardPath,
    @Query() { account_id: accountId }: BoardsQuery,
  ): Promise<void> {
    await requireOwnAccount(this.app, principal, accountId);
    await this.app.boardSource.delete(accountId, boardId, originOfPrincipal(principal, this.app.clock()));
  }

  @Get(':board_id/access')
  @CountsLimit('fresh_access_checks')
  @RequireScope('read')
  @ApiOperation({ summary: 'Whether pins can be published on a board' })
  @ApiOkResponse({ type: BoardAccessDto })
  async check(
    @CurrentPrincipal() principal: Principal,
    @Param() { board_id: boardId }: BoardPath,
    @Query() { account_id: accountId, fresh = false }: BoardAccessQuery,
  ) {
    const { projectId, asOf: head } = principal;
    const account = await requireConnectedAccount(this.app, principal, accountId);
    if (fresh) await this.app.rateLimits.require('fresh_access_checks', projectId);
    const verdict = await this.app.boards.check({ accountId, boardId, fresh, head });
    // The check may have found out that the account has to be reconnected.
    return toAccessBody(verdict, (await this.app.accounts.find(projectId, accountId)) ?? account);
  }
}

/** The board access result of the interface. */
const toAccessBody = (verdict: Verdict, account: DirectoryEntry) => ({
  account_id: verdict.accountId,
  board_id: verdict.boardId,
  publishable: isPublishable(verdict),
  status: verdict.status,
  code: verdict.status === 'ok' ? null : verdict.code,
  message: verdict.message,
  remediation: verdict.status === 'ok' ? null : (errorCatalogueEntry(verdict.code)?.remediation ?? null),
  checked_at: verdict.checkedAt,
  source: verdict.source,
  board: verdict.status !== 'skipped' && verdict.board ? toBoardBody(verdict.board) : null,
  account_health: { ...healthOf(account), checked_at: account.reconnectReason === null ? account.tokenIssuedAt : null },
  retry_after_seconds: verdict.status === 'skipped' ? verdict.retryAfterSeconds : null,
});

const toBoardBody = ({ id, name, description, privacy, pinCount, ownerUsername }: PlatformBoard) => ({
  id,
  name,
  description,
  privacy,
  pin_count: pinCount,
  owner: ownerUsername,
});
