import { ApiProperty } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import { ProjectsContextDto } from '../auth/auth-response.dto';

export class SwitchProjectDto {
  @ApiProperty({ format: 'uuid' })
  @IsUUID('loose')
  readonly project_id: string;
}

export class SwitchedProjectDto extends ProjectsContextDto {
  @ApiProperty({ description: 'For the project that is active now.' })
  readonly access_token: string;

  @ApiProperty({ enum: ['bearer'] })
  readonly token_type: string;

  @ApiProperty({ type: 'integer', description: 'Seconds.', example: 43200 })
  readonly expires_in: number;
}
