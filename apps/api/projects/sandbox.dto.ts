import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { TextLength } from '../http/field-rules.decorator';

export class CreateSandboxDto {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 255, description: 'Sandbox where absent.' })
  @IsOptional()
  @IsString()
  @TextLength(0, 255)
  readonly name?: string | null;
}
