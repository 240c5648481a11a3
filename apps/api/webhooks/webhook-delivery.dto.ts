import { ApiProperty } from '@nestjs/swagger';
import { payloadOf } from '@pps/webhooks';
import { curlOf, explainDelivery, type Endpoint } from './explain-delivery';
import type { AttemptRow, DeliveryRow } from '@pps/webhooks';

export class DeliveryDto {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ format: 'uuid' })
  webhook_id!: string;

  @ApiProperty()
  event_id!: string;

  @ApiProperty()
  event!: string;

  @ApiProperty({ type: 'integer', format: 'int64', description: '0 for a test.' })
  sequence!: number;

  @ApiProperty({ enum: ['pending', 'delivered', 'exhausted', 'held'] })
  status!: DeliveryRow['status'];

  @ApiProperty({ type: 'integer' })
  attempt_count!: number;

  @ApiProperty({ type: 'integer', nullable: true })
  last_status_code!: number | null;

  @ApiProperty({ type: String, nullable: true })
  last_error!: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  next_attempt_at!: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;
}

export class DeliveryAttemptDto {
  @ApiProperty({ type: 'integer' })
  n!: number;

  @ApiProperty({ format: 'date-time' })
  started_at!: string;

  @ApiProperty({ type: 'integer' })
  duration_ms!: number;

  @ApiProperty({ type: 'integer', nullable: true })
  status_code!: number | null;

  @ApiProperty({ type: String, nullable: true })
  error!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The first 16 kB, stored for 30 days.' })
  response_body!: string | null;

  @ApiProperty({ enum: ['auto', 'manual', 'replay'] })
  trigger!: string;
}

export class DeliveryDetailDto extends DeliveryDto {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The body that is sent.' })
  payload!: object;

  @ApiProperty({ description: 'What came back, and why and when it is tried again.' })
  explanation!: string;

  @ApiProperty({ description: 'Sends the body to the URL by hand, without a signature.' })
  curl!: string;

  @ApiProperty({ type: [DeliveryAttemptDto] })
  attempts!: DeliveryAttemptDto[];
}

export class DeliveryPageDto {
  @ApiProperty({ type: [DeliveryDto] })
  items!: DeliveryDto[];

  @ApiProperty({ type: String, nullable: true })
  next_cursor!: string | null;
}

export const toDeliveryBody = (delivery: DeliveryRow): DeliveryDto => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event_id: delivery.eventId,
  event: delivery.event,
  sequence: delivery.sequence,
  status: delivery.status,
  attempt_count: delivery.attemptCount,
  last_status_code: delivery.lastStatusCode,
  last_error: delivery.lastError,
  next_attempt_at: delivery.nextAttemptAt,
  created_at: delivery.createdAt,
  updated_at: delivery.updatedAt,
});

function shownPayload(delivery: DeliveryRow, endpoint: Endpoint): Pick<DeliveryDetailDto, 'payload' | 'curl'> {
  const payload = payloadOf({ ...delivery, deliveryId: delivery.id }, delivery.projectId);
  return { payload, curl: curlOf(endpoint, delivery, payload) };
}

export const toDeliveryDetailBody = (
  delivery: DeliveryRow,
  attempts: readonly AttemptRow[],
  responses: ReadonlyMap<number, string>,
  endpoint: Endpoint,
): DeliveryDetailDto => ({
  ...toDeliveryBody(delivery),
  ...shownPayload(delivery, endpoint),
  explanation: explainDelivery(delivery),
  attempts: attempts.map(({ n, startedAt, durationMs, statusCode, error, trigger }) => ({
    n,
    started_at: startedAt,
    duration_ms: durationMs,
    status_code: statusCode,
    error,
    response_body: responses.get(n) ?? null,
    trigger,
  })),
});

export class SentTestDto {
  @ApiProperty({ format: 'uuid' })
  readonly delivery_id: string;
}
