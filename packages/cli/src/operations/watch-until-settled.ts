import type { Import, Pin, PinPublishing, Schedule } from 'pin-publishing';
import { CommandFailed } from '../command-failed';
import { say } from '../output/say';
import { showValue } from '../output/show-value';

const good: ReadonlySet<string> = new Set(['published', 'completed', 'done', 'canceled']);
const longestMs = 7 * 86_400_000;

/** Tells each change of a pin, schedule or import on standard error, then prints how it ended. Throws where it failed. */
export async function watchUntilSettled(client: PinPublishing, thing: unknown, { json }: { readonly json: boolean }): Promise<void> {
  const watched = (thing as { readonly schedule?: unknown }).schedule ?? thing;
  const told = { timeoutMs: longestMs, onChange: (now: { readonly status: string }) => say(now.status) };
  const ended = await client.waitUntilSettled(watched as Pin | Schedule | Import, told);
  showValue(ended, { json });
  if (!good.has(ended.status)) {
    const { error_code: code } = ended as { readonly error_code?: unknown };
    throw new CommandFailed(`it ended ${ended.status}${typeof code === 'string' ? `: pps explain ${code}` : ''}`, 'refused');
  }
}
