import { ApiProperty } from '@nestjs/swagger';
import { CreatePinDto } from './create-pin.dto';
import { HeadroomDto } from './headroom.dto';

const text = { type: String, nullable: true } as const;
const names = ['payload', 'account', 'board_access', 'media', 'quota', 'rate', 'duplicate', 'forecast'];

export class CheckDto {
  @ApiProperty({ enum: names }) readonly name: string;
  @ApiProperty({ enum: ['passed', 'failed', 'warning', 'skipped'] }) readonly status: string;
  @ApiProperty(text) readonly code: string | null;
  @ApiProperty(text) readonly message: string | null;
  @ApiProperty(text) readonly remediation: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) readonly details: object | null;
}

export class ValidatedPinDto {
  @ApiProperty({ description: 'No check failed.' }) readonly valid: boolean;
  @ApiProperty({ enum: [true] }) readonly dry_run: boolean;
  @ApiProperty({ type: [CheckDto] }) readonly checks: CheckDto[];
  @ApiProperty({ type: CreatePinDto, nullable: true, description: 'The creation as it is understood.' }) readonly resolved: object | null;
  @ApiProperty({ ...text, format: 'uuid' }) readonly existing_pin_id: string | null;
  @ApiProperty({ type: HeadroomDto }) readonly headroom: HeadroomDto;
}
