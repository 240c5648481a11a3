import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';
import { PageLimit } from '../lists/page-range.decorator';

const largest = Number.MAX_SAFE_INTEGER;
const place = { type: 'integer', format: 'int64' } as const;

/** Which history: the project's, or what belongs to the organization and its people and to no project. */
export class HistoryQuery {
  @ApiPropertyOptional({
    enum: ['project', 'organization'],
    default: 'project',
    description: 'The history of the project, or of the organization and its people beside its projects.',
  })
  @IsOptional()
  @IsIn(['project', 'organization'])
  readonly scope: 'project' | 'organization' = 'project';
}

/** Where a reading of a history begins. */
export class HistoryExportQuery extends HistoryQuery {
  @ApiPropertyOptional({
    ...place,
    minimum: 0,
    default: 0,
    description: 'The `leaf_index` to begin at: one more than that of the last item read.',
  })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(largest)
  readonly cursor: number = 0;
}

export class HistoryPageQuery extends HistoryExportQuery {
  @PageLimit()
  readonly limit: number = 50;
}

export class CheckpointPageQuery extends HistoryQuery {
  @PageLimit()
  readonly limit: number = 50;

  @ApiPropertyOptional({ ...place, minimum: 1, description: 'The `next_cursor` of the page before.' })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(largest)
  readonly cursor?: number;
}

export class InclusionQuery extends HistoryQuery {
  @ApiProperty({ format: 'uuid', description: 'The fact.' })
  @IsUUID('loose')
  readonly event_id: string;

  @ApiPropertyOptional({
    ...place,
    minimum: 1,
    description: 'Leaves of the tree that it is proved to be in; all there are where absent.',
  })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(largest)
  readonly size?: number;
}

export class ConsistencyQuery extends HistoryQuery {
  @ApiProperty({ ...place, minimum: 1, description: 'Leaves of the older tree.' })
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(largest)
  readonly first: number;

  @ApiProperty({ ...place, minimum: 1, description: 'Leaves of the newer tree.' })
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(largest)
  readonly second: number;
}

const anyObject = { type: 'object', additionalProperties: true } as const;
const hash = { pattern: '^[0-9a-f]{64}$' } as const;

class HistoryItemDto {
  @ApiProperty({ ...place, description: 'Where the fact stands in the whole log; not proved.' }) readonly position: number;
  @ApiProperty({ format: 'uuid', description: 'The fact.' }) readonly event_id: string;
  @ApiProperty({ description: 'The stream that it is in, `<category>-<id>`.' }) readonly stream: string;
  @ApiProperty({ ...place, description: 'Its number there, from 0.' }) readonly revision: number;
  @ApiProperty({ description: 'What happened.' }) readonly type: string;
  @ApiProperty({ format: 'date-time', description: 'When the log stored it; not proved, `metadata.occurredAt` is.' })
  readonly recorded_at: string;
  @ApiProperty({ ...anyObject, nullable: true, description: 'Who did it, as in `metadata`.' }) readonly actor: object | null;
  @ApiProperty({
    ...anyObject,
    nullable: true,
    description: 'The particulars as they are stored, what people wrote as `sealed:v1:…`; null where the log has lost the fact.',
  })
  readonly data: unknown;
  @ApiProperty({
    ...anyObject,
    nullable: true,
    description: 'The sealed parts of `data` in the clear, in its shape; null where nothing is sealed or can be opened any more.',
  })
  readonly opened: unknown;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    nullable: true,
    description: 'Beside `opened` where `metadata` has `wordsHash`: by its place in `data`, the key that proves each word; null otherwise.',
  })
  readonly opened_keys: Readonly<Record<string, string>> | null;
  @ApiProperty({ ...anyObject, nullable: true, description: 'Who, where and why, as it is stored.' }) readonly metadata: object | null;
  @ApiProperty({ ...place, description: 'Its place in the history, from 0.' }) readonly leaf_index: number;
  @ApiProperty({
    ...hash,
    description: 'SHA-256 over a zero byte and the RFC 8785 text of data, event_id, metadata, revision, stream and type.',
  })
  readonly leaf_hash: string;
}

export class HistoryPageDto {
  @ApiProperty({ type: [HistoryItemDto], description: 'Oldest first.' }) readonly items: readonly HistoryItemDto[];
  @ApiProperty({ type: String, nullable: true, description: 'Where the next page begins; null on the last.' })
  readonly next_cursor: string | null;
}

class CheckpointDto {
  @ApiProperty({ ...place, description: 'Leaves that it covers.' }) readonly size: number;
  @ApiProperty({ ...hash, description: 'Root over them (RFC 9162).' }) readonly root_hash: string;
  @ApiProperty({ format: 'date-time', description: 'When it was signed.' }) readonly signed_at: string;
  @ApiProperty({ description: 'Which of `GET /v1/audit/keys`.' }) readonly key_id: string;
  @ApiProperty({
    description: 'base64 of Ed25519 over `<workspace_id>\\n<size>\\n<root_hash>\\n`; of the organization its id stands first.',
  })
  readonly signature: string;
}

export class CheckpointPageDto {
  @ApiProperty({ type: [CheckpointDto], description: 'Newest first.' }) readonly items: readonly CheckpointDto[];
  @ApiProperty({ type: String, nullable: true, description: 'Where the next page begins; null on the last.' })
  readonly next_cursor: string | null;
}

class VerifyingKeyDto {
  @ApiProperty({ description: 'First 16 hex digits of the SHA-256 of the public key.' }) readonly key_id: string;
  @ApiProperty({ enum: ['Ed25519'], description: 'What it signs with.' }) readonly algorithm: string;
  @ApiProperty({ description: 'base64 of 32 bytes.' }) readonly public_key: string;
  @ApiProperty({ format: 'date-time', description: 'Since when it signs.' }) readonly created_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Since when it signs no more.' })
  readonly retired_at: string | null;
}

export class VerifyingKeysDto {
  @ApiProperty({ type: [VerifyingKeyDto], description: 'Every key that ever signed, newest first.' })
  readonly items: readonly VerifyingKeyDto[];
}

export class InclusionProofDto {
  @ApiProperty({ ...place, description: 'Its place in the history, from 0.' }) readonly leaf_index: number;
  @ApiProperty({ ...hash, description: 'The leaf that is proved.' }) readonly leaf_hash: string;
  @ApiProperty({ type: [String], description: 'Hashes from the leaf to the root.' }) readonly audit_path: readonly string[];
  @ApiProperty({ ...place, description: 'Leaves of the tree.' }) readonly size: number;
  @ApiProperty({ ...hash, description: 'Its root.' }) readonly root_hash: string;
}

export class ConsistencyProofDto {
  @ApiProperty({ ...place, description: 'Leaves of the older tree.' }) readonly first: number;
  @ApiProperty({ ...place, description: 'Leaves of the newer tree.' }) readonly second: number;
  @ApiProperty({ ...hash, description: 'Root of the older tree.' }) readonly first_root: string;
  @ApiProperty({ ...hash, description: 'Root of the newer tree.' }) readonly second_root: string;
  @ApiProperty({ type: [String], description: 'Hashes that lead from both to the newer root (RFC 9162, 2.1.4).' })
  readonly proof: readonly string[];
}
