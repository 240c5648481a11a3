import {
  readHistory,
  readTreeSize,
  toHistoryItem,
  checkpointBody,
  findLeaf,
  openProofs,
  readCheckpoints,
  readVerifyingKeys,
  verifyingKeyBody,
  type Proofs,
} from '@pps/audit';
import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal, refuseSandboxKey } from '../auth/principal.decorator';
import { RequireScope, WholeProject } from '../auth/route-access.decorator';
import {
  HistoryPageDto,
  HistoryExportQuery,
  HistoryPageQuery,
  CheckpointPageDto,
  ConsistencyProofDto,
  InclusionProofDto,
  VerifyingKeysDto,
  CheckpointPageQuery,
  ConsistencyQuery,
  InclusionQuery,
  type HistoryQuery,
} from './audit.dto';
import { Invalid, NotFound } from '@pps/kernel';

@ApiTags('audit')
@Controller('v1/audit')
@WholeProject()
export class AuditHistoryController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Get('events')
  @RequireScope('read')
  @ApiOkResponse({ type: HistoryPageDto, description: 'The facts of a history, oldest first.' })
  async events(@CurrentPrincipal() principal: Principal, @Query() query: HistoryPageQuery): Promise<HistoryPageDto> {
    await this.app.freshness.wait('audit_facts', principal);
    const entries = await readHistory(this.app, treeOfScope(principal, query), query.cursor, query.limit + 1);
    const items = entries.slice(0, query.limit).map(toHistoryItem);
    return { items, next_cursor: entries.length > query.limit ? String(query.cursor + query.limit) : null };
  }

  @Get('export')
  @RequireScope('read')
  @ApiOkResponse({
    content: { 'application/x-ndjson': { schema: { type: 'string', format: 'binary' } } },
    description:
      'The whole history as it is now, one item of `GET /v1/audit/events` on each line. An export that broke off goes on with `cursor`; at most two at a time of one organization.',
  })
  async export(@CurrentPrincipal() principal: Principal, @Query() query: HistoryExportQuery, @Res() reply: FastifyReply): Promise<void> {
    await this.app.freshness.wait('audit_facts', principal);
    const treeId = treeOfScope(principal, query);
    const size = await readTreeSize(this.app.db, treeId);
    const lines = this.app.historyExports.begin(principal.organizationId, treeId, { from: query.cursor, size });
    void reply.headers({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="history-${treeId}.ndjson"`,
    });
    await reply.send(lines);
  }
}

@ApiTags('audit')
@Controller('v1/audit')
@WholeProject()
export class AuditProofsController {
  private readonly proofs: Proofs;

  constructor(@Inject(APP) private readonly app: Pick<App, 'db' | 'freshness'>) {
    this.proofs = openProofs(app.db);
  }

  @Get('checkpoints')
  @RequireScope('read')
  @ApiOkResponse({ type: CheckpointPageDto, description: 'What was signed of a history, newest first; each fact is covered within 60 s.' })
  async checkpoints(@CurrentPrincipal() principal: Principal, @Query() query: CheckpointPageQuery): Promise<CheckpointPageDto> {
    const { limit, cursor = null } = query;
    const known = await readCheckpoints(this.app.db, treeOfScope(principal, query), { below: cursor, limit: limit + 1 });
    const items = known.slice(0, limit);
    const last = items.at(-1);
    return { items: items.map(checkpointBody), next_cursor: last && known.length > limit ? String(last.size) : null };
  }

  @Get('keys')
  @RequireScope('read')
  @ApiOkResponse({ type: VerifyingKeysDto, description: 'The public keys that checkpoints are verified with.' })
  async keys(): Promise<VerifyingKeysDto> {
    return { items: (await readVerifyingKeys(this.app.db)).map(verifyingKeyBody) };
  }

  @Get('proof')
  @RequireScope('read')
  @ApiOkResponse({ type: InclusionProofDto, description: 'Proves that a fact is in the history.' })
  async proof(@CurrentPrincipal() principal: Principal, @Query() query: InclusionQuery): Promise<InclusionProofDto> {
    const treeId = treeOfScope(principal, query);
    await this.app.freshness.wait('audit_facts', principal);
    const leaf = await findLeaf(this.app.db, treeId, query.event_id);
    if (!leaf) throw new NotFound('Event');
    const present = await readTreeSize(this.app.db, treeId);
    const size = query.size ?? present;
    refuseUnless(size > leaf.leafIndex && size <= present, 'size', `must be from ${leaf.leafIndex + 1} to ${present}`);
    const { path, root } = await this.proofs.inclusion(treeId, leaf.leafIndex, size);
    return { leaf_index: leaf.leafIndex, leaf_hash: hex(leaf.leafHash), audit_path: path.map(hex), size, root_hash: hex(root) };
  }

  @Get('consistency')
  @RequireScope('read')
  @ApiOkResponse({ type: ConsistencyProofDto, description: 'Proves that a longer history begins with a shorter one.' })
  async consistency(@CurrentPrincipal() principal: Principal, @Query() query: ConsistencyQuery): Promise<ConsistencyProofDto> {
    const { first, second } = query;
    const treeId = treeOfScope(principal, query);
    await this.app.freshness.wait('audit_facts', principal);
    const present = await readTreeSize(this.app.db, treeId);
    refuseUnless(second <= present, 'second', `must be from 1 to ${present}`);
    refuseUnless(first <= second, 'first', 'must not be more than second');
    const { firstRoot, secondRoot, proof } = await this.proofs.consistency(treeId, first, second);
    return { first, second, first_root: hex(firstRoot), second_root: hex(secondRoot), proof: proof.map(hex) };
  }
}

function refuseUnless(isRight: boolean, field: string, msg: string): void {
  if (!isRight) throw new Invalid([{ loc: ['query', field], msg, type: 'value_error' }]);
}

const hex = (hash: Buffer): string => hash.toString('hex');

/** The tree that a question is about. Throws `Rejected('session_required')` for that of the organization, asked for by a key of the sandbox. */
function treeOfScope(caller: Principal, { scope }: HistoryQuery): string {
  if (scope === 'project') return caller.projectId;
  refuseSandboxKey(caller);
  return caller.organizationId;
}
