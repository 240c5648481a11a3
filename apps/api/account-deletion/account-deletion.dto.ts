import { ApiProperty } from '@nestjs/swagger';

export class AccountDeletionDto {
  @ApiProperty({ format: 'date-time', description: 'When account and workspace end for good; until then it can be taken back.' })
  readonly deletion_due_at: string;
}
