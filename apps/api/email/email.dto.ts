import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, IsUUID, Length } from 'class-validator';

export class ChangePreferencesDto {
  @ApiPropertyOptional({ type: Boolean, nullable: true })
  @IsOptional()
  @IsBoolean()
  readonly transactional_enabled?: boolean | null;

  @ApiPropertyOptional({ type: Boolean, nullable: true })
  @IsOptional()
  @IsBoolean()
  readonly alerts_enabled?: boolean | null;

  @ApiPropertyOptional({ type: Boolean, nullable: true })
  @IsOptional()
  @IsBoolean()
  readonly verification_enabled?: boolean | null;
}

export class PreferencesDto {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'uuid' })
  readonly workspace_id: string;

  @ApiProperty({ format: 'uuid' })
  readonly user_id: string;

  @ApiProperty()
  readonly transactional_enabled: boolean;

  @ApiProperty()
  readonly alerts_enabled: boolean;

  @ApiProperty()
  readonly verification_enabled: boolean;

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at: string;
}

export class UnsubscribeQuery {
  @ApiProperty({ format: 'uuid' })
  @IsUUID('loose')
  readonly workspace_id: string;

  @ApiProperty({ minLength: 1, maxLength: 512, description: 'From the mail.' })
  @IsString()
  @Length(1, 512)
  readonly token: string;

  @ApiPropertyOptional({ type: String, format: 'uuid' })
  @IsOptional()
  @IsUUID('loose')
  readonly user_id?: string | null;
}

export class UnsubscribedDto {
  @ApiProperty({ enum: ['unsubscribed'] })
  readonly status: string;

  @ApiProperty()
  readonly message: string;
}
