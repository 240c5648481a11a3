import { ApiProperty } from '@nestjs/swagger';
import { ErrorDto } from '../docs/error-envelope.dto';
import { HeadroomDto } from './headroom.dto';
import { PinDto } from './pin.dto';

export class BatchResultDto {
  @ApiProperty({ type: 'integer', description: 'Index in the request, from 0.' }) readonly index: number;
  @ApiProperty({ type: String, nullable: true }) readonly idempotency_key: string | null;
  @ApiProperty({ enum: ['created', 'existing', 'failed'] }) readonly status: string;
  @ApiProperty({ type: PinDto, nullable: true }) readonly pin: PinDto | null;
  @ApiProperty({ type: ErrorDto, nullable: true, description: 'Of a failed one.' }) readonly error: ErrorDto | null;
}

export class TakenBatchDto {
  @ApiProperty({ type: 'integer' }) readonly created_count: number;
  @ApiProperty({ type: 'integer' }) readonly existing_count: number;
  @ApiProperty({ type: 'integer' }) readonly failed_count: number;
  @ApiProperty({ type: [BatchResultDto], description: 'In the order of the request.' }) readonly results: BatchResultDto[];
  @ApiProperty({ type: HeadroomDto }) readonly headroom: HeadroomDto;
}
