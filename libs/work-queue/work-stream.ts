import { AckPolicy, DiscardPolicy, RetentionPolicy, StorageType, type Consumer, type NatsConnection } from 'nats';
import type { WorkKind } from './work-item';

const streamName = 'WORK';
const maxDeliver = 5;
const maxMessages = 100_000;
const maxAgeMs = 10 * 60_000;
const patienceMs = 2_000;
const nanoseconds = 1e6;

/** Makes the stream of work items or updates its settings. Throws when NATS does not answer within 2 s. */
export async function ensureWorkStream(nats: NatsConnection): Promise<void> {
  const manager = await nats.jetstreamManager({ timeout: patienceMs });
  const settings = {
    name: streamName,
    subjects: ['work.*'],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_msgs: maxMessages,
    max_age: maxAgeMs * nanoseconds,
    duplicate_window: 100 * nanoseconds,
  };
  await manager.streams.add(settings).catch(() => manager.streams.update(streamName, settings));
}

/** The consumer that all workers of a kind share, made anew after a server has lost it. An item that is not acknowledged comes again after `ackWaitMs`. */
export async function workConsumerOf(nats: NatsConnection, kind: WorkKind, ackWaitMs: number): Promise<Consumer> {
  await ensureWorkStream(nats);
  const manager = await nats.jetstreamManager({ timeout: patienceMs });
  const durable = `worker-${kind}`;
  const changeable = {
    filter_subject: `work.${kind}`,
    ack_wait: ackWaitMs * nanoseconds,
    max_deliver: maxDeliver,
    max_ack_pending: 10_000,
  };
  await manager.consumers
    .add(streamName, { ...changeable, durable_name: durable, ack_policy: AckPolicy.Explicit })
    .catch(() => manager.consumers.update(streamName, durable, changeable));
  return nats.jetstream({ timeout: patienceMs }).consumers.get(streamName, durable);
}
