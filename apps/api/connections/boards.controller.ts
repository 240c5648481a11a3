import { Body, Controller, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { BOARD_SOURCE, BoardAccess, type BoardSource } from '@pps/connections';
import type { Principal } from '@pps/identity';
import { Invalid } from '@pps/kernel';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { toAccessBody } from './access-body';
import { AccountAccess } from './account-access';
import { toBoardBody } from './board-body';
import { BoardAccessPath, BoardAccessQuery, BoardCreateDto, BoardsQuery } from './connections.dto';

@ApiTags('platform')
@Controller('v1/platform/boards')
export class BoardsController {
  constructor(
    private readonly access: AccountAccess,
    private readonly boardAccess: BoardAccess,
    @Inject(BOARD_SOURCE) private readonly boards: BoardSource,
  ) {}

  @Get()
  @RequireScope('read')
  @ApiOperation({ summary: 'All boards of an account' })
  async list(@CurrentPrincipal() principal: Principal, @Query() { account_id: accountId }: BoardsQuery) {
    await this.access.require(principal, accountId);
    return (await this.boards.list(accountId)).map(toBoardBody);
  }

  @Post()
  @RequireScope('write')
  @ApiOperation({ summary: 'Create a board' })
  async create(@CurrentPrincipal() principal: Principal, @Body() body: BoardCreateDto) {
    const privacy = privacyOf(body);
    await this.access.require(principal, body.account_id);
    const { name, description } = body;
    return toBoardBody(await this.boards.create(body.account_id, { name, description, privacy }));
  }

  @Get(':board_id/access')
  @RequireScope('read')
  @ApiOperation({ summary: 'Whether pins can be published on a board' })
  async check(
    @CurrentPrincipal() principal: Principal,
    @Param() { board_id: boardId }: BoardAccessPath,
    @Query() { account_id: accountId, fresh = false }: BoardAccessQuery,
  ) {
    await this.access.require(principal, accountId);
    const verdict = await this.boardAccess.check({ accountId, boardId, fresh });
    // The check may have found out that the account has to be reconnected.
    const { health } = await this.access.require(principal, accountId);
    return toAccessBody(verdict, health);
  }
}

function privacyOf({ visibility, privacy }: BoardCreateDto): 'PUBLIC' | 'SECRET' | undefined {
  if (visibility && privacy && visibility !== privacy)
    throw new Invalid([{ loc: ['body', 'privacy'], msg: 'Differs from visibility', type: 'value_error' }]);
  return visibility ?? privacy ?? undefined;
}
