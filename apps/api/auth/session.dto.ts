import { ApiProperty } from '@nestjs/swagger';

export class SessionDto {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'date-time', description: 'When the person signed in.' })
  readonly created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'At most a minute old.' })
  readonly last_used_at: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'What the client said it is.' })
  readonly user_agent: string | null;

  @ApiProperty({ description: 'Whether it is the session of this call.' })
  readonly current: boolean;
}

export class AccessTokenDto {
  @ApiProperty()
  readonly access_token: string;

  @ApiProperty({ enum: ['bearer'] })
  readonly token_type: string;

  @ApiProperty({ type: 'integer', description: 'Seconds.', example: 43200 })
  readonly expires_in: number;
}
