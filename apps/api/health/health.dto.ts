import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath, IntersectionType } from '@nestjs/swagger';
import { ErrorEnvelopeDto } from '../docs/error-envelope.dto';

export class LivenessDto {
  @ApiProperty({ enum: ['ok'], description: 'The process runs.' })
  readonly status: 'ok';
}

export class DependencyDto {
  @ApiProperty({ description: 'Whether this part answers as it should.' })
  readonly ok: boolean;

  @ApiPropertyOptional({ description: 'True where the process stays ready without this part.' })
  readonly degraded?: true;

  @ApiPropertyOptional({
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
    description: 'What is known of it: a position, a lag in seconds, why it failed.',
  })
  readonly detail?: unknown;
}

export class FeatureDto {
  @ApiProperty({ enum: ['enabled', 'disabled'], description: 'Whether the settings that it needs are there.' })
  readonly state: 'enabled' | 'disabled';

  @ApiPropertyOptional({ description: 'The settings that are missing.' })
  readonly reason?: string;
}

@ApiExtraModels(DependencyDto, FeatureDto)
export class ReadinessDto {
  @ApiProperty({ enum: ['ok', 'unavailable', 'stopping'], description: 'Whether the process should be sent requests.' })
  readonly status: 'ok' | 'unavailable' | 'stopping';

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(DependencyDto) },
    description: 'Each dependency and projection; for operators only.',
  })
  readonly checks?: Readonly<Record<string, DependencyDto>>;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(FeatureDto) },
    description: 'Which features the settings turn on; for operators only.',
  })
  readonly features?: Readonly<Record<string, FeatureDto>>;
}

/** Readiness, and the refusal that every answer 503 is. */
export class UnreadyDto extends IntersectionType(ReadinessDto, ErrorEnvelopeDto) {}

export class ProbeDto {
  @ApiProperty({ enum: ['ok', 'unavailable', 'stopping'], description: 'Whether the process should be sent requests.' })
  readonly status: 'ok' | 'unavailable' | 'stopping';

  @ApiProperty({ description: 'The version of the interface.', example: '1.58.0' })
  readonly version: string;

  @ApiProperty({ description: 'Where this installation stands: its setting ENVIRONMENT.' })
  readonly environment: string;

  @ApiProperty({
    enum: ['ok', 'unavailable', null],
    type: String,
    nullable: true,
    description: 'Whether the database can be read and written; null where that was not asked.',
  })
  readonly database: 'ok' | 'unavailable' | null;

  @ApiPropertyOptional({ type: [String], description: 'What the database cannot be used for now: `reads`, `writes`.' })
  readonly cannot?: readonly ('reads' | 'writes')[];

  @ApiPropertyOptional({ description: 'Why, in one word: `read_only`, `disk_full`, `unreachable` ….' })
  readonly reason?: string;

  @ApiPropertyOptional({
    type: [String],
    description: 'Parts and read models that do not work, while the process serves what needs none of them.',
  })
  readonly degraded?: readonly string[];
}

/** What a probe shows, and the refusal that every answer 503 is. */
export class UnreadyProbeDto extends IntersectionType(ProbeDto, ErrorEnvelopeDto) {}
