import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { originOfPrincipal, type Principal } from '@pps/identity';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { answerRepeatable } from '../idempotency/answer-repeatable';
import { contentOfJson } from '../idempotency/content-of-json';
import { IdempotencyKey, answeredForADay, TakesIdempotencyKey } from '../idempotency/takes-idempotency-key.decorator';
import { toAccessBody } from './access-body';
import { OwnAccounts } from './own-accounts';
import { toBoardBody } from './board-body';
import { accountOfBoard, BoardCreateDto, BoardUpdateDto, privacyOf } from './board.dto';
import { BoardAccessDto, BoardDto } from './connection-records.dto';
import { BoardAccessQuery, BoardPath, BoardsQuery, BoardUpdateQuery } from './connections.dto';

@ApiTags('platform')
@Controller('v1/platform/boards')
export class BoardsController {
  constructor(
    private readonly access: OwnAccounts,
    @Inject(APP) private readonly app: Pick<App, 'accounts' | 'boards' | 'boardSource' | 'clock' | 'rateLimits' | 'idempotentAnswers'>,
  ) {}

  @Get()
  @RequireScope('read')
  @ApiOperation({ summary: 'All boards of an account' })
  @ApiOkResponse({ type: [BoardDto] })
  async list(@CurrentPrincipal() principal: Principal, @Query() { account_id: accountId }: BoardsQuery) {
    await this.access.require(principal, accountId);
    await this.app.rateLimits.require('board_lists', principal.projectId);
    return (await this.app.boardSource.list(accountId)).map(toBoardBody);
  }

  @Post()
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
    await this.access.require(principal, accountId);
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
    await this.access.require(principal, accountId);
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
    await this.access.require(principal, accountId);
    await this.app.boardSource.delete(accountId, boardId, originOfPrincipal(principal, this.app.clock()));
  }

  @Get(':board_id/access')
  @RequireScope('read')
  @ApiOperation({ summary: 'Whether pins can be published on a board' })
  @ApiOkResponse({ type: BoardAccessDto })
  async check(
    @CurrentPrincipal() principal: Principal,
    @Param() { board_id: boardId }: BoardPath,
    @Query() { account_id: accountId, fresh = false }: BoardAccessQuery,
  ) {
    const { projectId, asOf: head } = principal;
    const account = await this.access.requireConnected(principal, accountId);
    if (fresh) await this.app.rateLimits.require('fresh_access_checks', projectId);
    const verdict = await this.app.boards.check({ accountId, boardId, fresh, head });
    // The check may have found out that the account has to be reconnected.
    return toAccessBody(verdict, (await this.app.accounts.find(projectId, accountId)) ?? account);
  }
}
