import {
  AckPolicy,
  DiscardPolicy,
  NatsError,
  RetentionPolicy,
  StorageType,
  type Consumer,
  type NatsConnection,
  type StreamConfig,
  type StreamInfo,
} from 'nats';
import type { WorkKind } from './work-item';

const streamName = 'WORK';
const maxDeliver = 5;
const maxMessages = 100_000;
const maxAgeMs = 10 * 60_000;
/** For what several servers have to agree on. */
const changeMs = 5_000;
const nanoseconds = 1e6;
const copiesInCluster = 3;

const settings = {
  name: streamName,
  subjects: ['work.*'],
  retention: RetentionPolicy.Workqueue,
  storage: StorageType.File,
  discard: DiscardPolicy.Old,
  max_msgs: maxMessages,
  max_age: maxAgeMs * nanoseconds,
  duplicate_window: 100 * nanoseconds,
} satisfies Partial<StreamConfig>;

/**
 * Asks the stream of work items, and makes it anew where the servers have lost it. Its copies, or null where it has as many as it should: three where
 * the servers are a cluster, else one. Throws when the stream does not answer within `patienceMs`, or cannot take anything.
 */
export async function askWorkStream(nats: NatsConnection, patienceMs: number): Promise<{ readonly tooFew: number } | null> {
  const manager = await nats.jetstreamManager({ timeout: patienceMs, checkAPI: false });
  const found = await manager.streams.info(streamName).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
  if (found && !hasMajority(found)) throw new Error('most copies of the stream of work items are gone');
  const copies = found?.config.num_replicas ?? (await makeWorkStream(nats));
  return copies < copiesWanted(nats) ? { tooFew: copies } : null;
}

/** A copy that its leader has not heard of for so long is gone. */
const silentMs = 5_000;

/** A leader that is left alone still says how its stream is (nats-server 2.9), and confirms nothing that is put into it. */
function hasMajority({ cluster }: Pick<StreamInfo, 'cluster'>): boolean {
  const others = cluster?.replicas ?? [];
  const heard = others.filter(({ offline, active }) => offline !== true && active < silentMs * nanoseconds);
  return (heard.length + 1) * 2 > others.length + 1;
}

/**
 * Brings the settings of a stream that an older version made up to date, and its copies, where there are servers for them. Copies are never made fewer:
 * where they cannot be more, only settings are written that differ, with as many copies as there are by then.
 */
export async function updateWorkStream(nats: NatsConnection): Promise<void> {
  const manager = await nats.jetstreamManager({ timeout: changeMs, checkAPI: false });
  const found = async (): Promise<StreamConfig> => (await manager.streams.info(streamName)).config;
  const config = await found();
  const copies = Math.max(config.num_replicas, copiesWanted(nats));
  if (hasSettings(config) && config.num_replicas === copies) return;
  try {
    await manager.streams.update(streamName, { ...settings, num_replicas: copies });
  } catch (error) {
    if (!isTooFewServers(error) || hasSettings(config)) throw error;
    await manager.streams.update(streamName, { ...settings, num_replicas: (await found()).num_replicas });
  }
}

const hasSettings = (config: StreamConfig): boolean =>
  Object.entries(settings).every(([name, value]) => JSON.stringify(config[name as keyof StreamConfig]) === JSON.stringify(value));

const copiesWanted = (nats: NatsConnection): number => (nats.info?.cluster ? copiesInCluster : 1);

/** Its copies: fewer than wanted where there are not enough servers now. */
async function makeWorkStream(nats: NatsConnection): Promise<number> {
  const manager = await nats.jetstreamManager({ timeout: changeMs, checkAPI: false });
  const make = async (copies: number) => (await manager.streams.add({ ...settings, num_replicas: copies })).config.num_replicas;
  const wanted = copiesWanted(nats);
  return make(wanted).catch(async (error: unknown) => {
    if (wanted > 1 && isTooFewServers(error)) return make(1);
    // Another process has made it meanwhile, with other settings.
    const { config } = await manager.streams.info(streamName).catch(() => Promise.reject(error as Error));
    return config.num_replicas;
  });
}

const streamNotFound = 10_059;
const insufficientResources = [10_005, 10_023, 10_074];

const apiCodeOf = (error: unknown): number | undefined => (error instanceof NatsError ? error.api_error?.err_code : undefined);
const isNotFound = (error: unknown): boolean => apiCodeOf(error) === streamNotFound;
const isTooFewServers = (error: unknown): boolean => insufficientResources.includes(apiCodeOf(error) ?? 0);

/**
 * The consumer that all workers of a kind share, made anew after a server has lost it; it has as many copies as the stream. An item that is not
 * acknowledged comes again after `ackWaitMs`.
 */
export async function workConsumerOf(nats: NatsConnection, kind: WorkKind, ackWaitMs: number): Promise<Consumer> {
  const manager = await nats.jetstreamManager({ timeout: changeMs, checkAPI: false });
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
  return nats.jetstream({ timeout: changeMs }).consumers.get(streamName, durable);
}
