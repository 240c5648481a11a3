import type { Evidence } from './evidence';

export interface Verdict {
  readonly answered: number;
  readonly publishedOnce: number;
  readonly duplicates: number;
  readonly lost: number;
  readonly missingWebhooks: number;
  readonly unknownLeft: number;
  /** One line for everything that must not be; empty when every promise holds. */
  readonly violations: readonly string[];
}

const final = new Set(['published', 'failed']);

/** Judges what a campaign has seen against the promises: never twice, never lost, every webhook, no gap, the quota exact. */
export function judge(evidence: Evidence): Verdict {
  const { creations, repeats, pins, platformPins, deliveries, quotaUsed, quotaUsedBilled } = evidence;
  const byId = new Map(pins.map((pin) => [pin.id, pin]));
  const created = tally(platformPins.map(({ title }) => title));
  const asked = new Set(creations.map(({ title }) => title));
  const notified = new Set(deliveries.flatMap(({ type, pinId }) => (type === 'pin.published' && pinId !== null ? [pinId] : [])));
  const answered = creations.filter(({ pinId }) => pinId !== null);

  const refused = creations.filter(({ refusal }) => refusal !== null).map(({ title, refusal }) => `${title} was refused: ${refusal}`);
  const lost = answered
    .filter(({ title, pinId }) => !byId.has(pinId ?? '') || !created.has(title))
    .map(({ title, pinId }) => `${title} (${pinId}) was answered and is ${byId.get(pinId ?? '')?.status ?? 'absent'}, not on the platform`);
  const duplicates = [
    ...[...created].filter(([, count]) => count > 1).map(([title, count]) => `${title} is on the platform ${count} times`),
    ...platformPins.filter(({ count }) => count > 1).map(({ title, count }) => `${title} has ${count} pins of equal content`),
    ...[...tally(pins.map(({ title }) => title))].filter(([, count]) => count > 1).map(([title, count]) => `${title} is ${count} pins`),
  ];
  const uncalledFor = [...created.keys()].filter((title) => !asked.has(title)).map((title) => `${title} was asked for by nobody`);
  const unknown = pins.filter(({ status }) => !final.has(status)).map(({ title, status }) => `${title} is still ${status}`);
  const failed = pins.filter(({ status }) => status === 'failed').map(({ title }) => `${title} failed`);
  const untimely = pins
    .filter(({ published_at, created_at }) => published_at !== null && Date.parse(published_at) < Date.parse(created_at))
    .map(({ title, published_at, created_at }) => `${title} was published at ${published_at}, before it was created at ${created_at}`);
  const missing = pins.filter(({ id }) => !notified.has(id)).map(({ title, id }) => `${title} (${id}) has no pin.published webhook`);
  const again = new Map(repeats.map(({ title, pinId }) => [title, pinId]));
  const moved = answered
    .filter(({ title, pinId }) => again.get(title) !== pinId)
    .map(({ title, pinId }) => `${title} was ${pinId} and is ${again.get(title)} when asked again`);
  const quota = [
    ...(quotaUsed === pins.length ? [] : [`quota used is ${quotaUsed} for ${pins.length} pins`]),
    ...(quotaUsedBilled === quotaUsed ? [] : [`billing says ${quotaUsedBilled} units were used, the headers say ${quotaUsed}`]),
  ];
  return {
    answered: answered.length,
    publishedOnce: pins.filter(({ title, status }) => status === 'published' && created.get(title) === 1).length,
    duplicates: duplicates.length,
    lost: lost.length,
    missingWebhooks: missing.length,
    unknownLeft: unknown.length,
    violations: [
      ...[refused, lost, duplicates, uncalledFor, unknown, failed, untimely, missing, moved, quota].flat(),
      ...webhookFaults(evidence),
    ],
  };
}

/** The verdict on several workspaces as one. */
export function together(verdicts: readonly Verdict[]): Verdict {
  const sum = (name: Exclude<keyof Verdict, 'violations'>) => verdicts.reduce((total, verdict) => total + verdict[name], 0);
  return {
    answered: sum('answered'),
    publishedOnce: sum('publishedOnce'),
    duplicates: sum('duplicates'),
    lost: sum('lost'),
    missingWebhooks: sum('missingWebhooks'),
    unknownLeft: sum('unknownLeft'),
    violations: verdicts.flatMap(({ violations }) => violations),
  };
}

function webhookFaults({ deliveries, lastSequence }: Evidence): string[] {
  const events = new Map<number, string>();
  const sequences = new Map<string, number>();
  const faults: string[] = [];
  for (const { eventId, sequence, signed } of deliveries) {
    if (!signed) faults.push(`${eventId} is not signed as it should be`);
    const [event, number] = [events.get(sequence) ?? eventId, sequences.get(eventId) ?? sequence];
    if (event !== eventId) faults.push(`sequence ${sequence} is ${event} and ${eventId}`);
    if (number !== sequence) faults.push(`${eventId} is sequence ${number} and ${sequence}`);
    events.set(sequence, event);
    sequences.set(eventId, number);
  }
  const newest = Math.max(lastSequence, ...events.keys(), 0);
  for (let sequence = 1; sequence <= newest; sequence += 1) if (!events.has(sequence)) faults.push(`sequence ${sequence} never arrived`);
  return faults;
}

function tally(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
