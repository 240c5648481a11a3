import {
  checkpointBody,
  findLeaf,
  proveConsistency,
  proveInclusion,
  readCheckpoints,
  readTreeSize,
  readVerifyingKeys,
  verifyingKeyBody,
} from '@pps/audit';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { Invalid, NotFound } from '@pps/kernel';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope, WholeProject } from '../auth/route-access.decorator';
import { CheckpointPageDto, ConsistencyProofDto, InclusionProofDto, VerifyingKeysDto } from './audit.dto';
import { CheckpointPageQuery, ConsistencyQuery, InclusionQuery } from './audit-query.dto';
import { treeOfScope } from './tree-of-scope';

@ApiTags('audit')
@Controller('v1/audit')
@WholeProject()
export class AuditProofsController {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly freshness: Freshness,
  ) {}

  @Get('checkpoints')
  @RequireScope('read')
  @ApiOkResponse({ type: CheckpointPageDto, description: 'What was signed of a history, newest first; each fact is covered within 60 s.' })
  async checkpoints(@CurrentPrincipal() principal: Principal, @Query() query: CheckpointPageQuery): Promise<CheckpointPageDto> {
    const { limit, cursor = null } = query;
    const known = await readCheckpoints(this.db, treeOfScope(principal, query), { below: cursor, limit: limit + 1 });
    const items = known.slice(0, limit);
    const last = items.at(-1);
    return { items: items.map(checkpointBody), next_cursor: last && known.length > limit ? String(last.size) : null };
  }

  @Get('keys')
  @RequireScope('read')
  @ApiOkResponse({ type: VerifyingKeysDto, description: 'The public keys that checkpoints are verified with.' })
  async keys(): Promise<VerifyingKeysDto> {
    return { items: (await readVerifyingKeys(this.db)).map(verifyingKeyBody) };
  }

  @Get('proof')
  @RequireScope('read')
  @ApiOkResponse({ type: InclusionProofDto, description: 'Proves that a fact is in the history.' })
  async proof(@CurrentPrincipal() principal: Principal, @Query() query: InclusionQuery): Promise<InclusionProofDto> {
    const treeId = treeOfScope(principal, query);
    await this.freshness.wait('audit_facts', principal);
    const leaf = await findLeaf(this.db, treeId, query.event_id);
    if (!leaf) throw new NotFound('Event');
    const present = await readTreeSize(this.db, treeId);
    const size = query.size ?? present;
    refuseUnless(size > leaf.leafIndex && size <= present, 'size', `must be from ${leaf.leafIndex + 1} to ${present}`);
    const { path, root } = await proveInclusion(this.db, treeId, leaf.leafIndex, size);
    return { leaf_index: leaf.leafIndex, leaf_hash: hex(leaf.leafHash), audit_path: path.map(hex), size, root_hash: hex(root) };
  }

  @Get('consistency')
  @RequireScope('read')
  @ApiOkResponse({ type: ConsistencyProofDto, description: 'Proves that a longer history begins with a shorter one.' })
  async consistency(@CurrentPrincipal() principal: Principal, @Query() query: ConsistencyQuery): Promise<ConsistencyProofDto> {
    const { first, second } = query;
    const treeId = treeOfScope(principal, query);
    await this.freshness.wait('audit_facts', principal);
    const present = await readTreeSize(this.db, treeId);
    refuseUnless(second <= present, 'second', `must be from 1 to ${present}`);
    refuseUnless(first <= second, 'first', 'must not be more than second');
    const { firstRoot, secondRoot, proof } = await proveConsistency(this.db, treeId, first, second);
    return { first, second, first_root: hex(firstRoot), second_root: hex(secondRoot), proof: proof.map(hex) };
  }
}

function refuseUnless(isRight: boolean, field: string, msg: string): void {
  if (!isRight) throw new Invalid([{ loc: ['query', field], msg, type: 'value_error' }]);
}

const hex = (hash: Buffer): string => hash.toString('hex');
