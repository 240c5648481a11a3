import { newId } from '@pps/kernel';
import { mutateMessage, seeded } from './mutate-message';
import { legacyCall, modern, modernCall, type Wire } from './send-raw';
import { draftOf, type Publisher } from './tool-calls';

export interface MutatedFlood {
  readonly messages: number;
  readonly seed: number;
  /** Sent at the same time. */
  readonly atOnce?: number;
}

export interface MutatedAnswers {
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

type Send = (message: { readonly body: string; readonly headers: Record<string, string> }) => Promise<Pick<Wire, 'status' | 'text'>>;

/** Sends messages with something wrong about each; gives the answers that are faults of the service. */
export async function sendMutated(send: Send, publisher: Publisher, { messages, seed, atOnce = 1 }: MutatedFlood): Promise<MutatedAnswers> {
  const chance = seeded(seed);
  const originals = [
    modern('server/discover'),
    modern('tools/list'),
    modernCall('get_pin', { id: newId() }),
    legacyCall('list_pins', { limit: 3 }),
    modernCall('validate_pin', draftOf(publisher)),
    modern('resources/read', { uri: `pps://pins/${newId()}` }, `pps://pins/${newId()}`),
    modern('prompts/get', { name: 'publish', arguments: { what: 'x' } }, 'publish'),
  ];
  const [statuses, faults]: [Record<string, number>, string[]] = [{}, []];
  let sent = 0;
  const work = async () => {
    for (let n = sent++; n < messages; n = sent++) {
      const mutated = mutateMessage(originals[n % originals.length] ?? modern('server/discover'), chance);
      const { status, text } = await send(mutated);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (isFault(status, text)) faults.push(`${status} ${text.slice(0, 300)} to ${mutated.body.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { statuses, faults };
}

/** Of parameters whose form the library checks itself it says -32603, with its checker's words, although its client is at fault. */
const isFault = (status: number, text: string): boolean =>
  status >= 500 || text.includes('internal_error') || /-32603,"message":"(?!\[)/.test(text);
