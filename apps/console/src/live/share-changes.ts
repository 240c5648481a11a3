import { takeChange } from './take-change';
import { followChanges, type LiveMessage } from './follow-changes';
import { setLive } from './live-state';

const beatMs = 5_000;
const silentMs = 15_000;

/**
 * Learns of changes for one session: one window of the browser holds the stream and passes on what it tells, the others listen; when it closes another one
 * takes over. Returns what ends it.
 */
export function shareChanges(sessionName: string, onEnd: () => void): () => void {
  const ending = new AbortController();
  const channel = new BroadcastChannel(`pps-changes-${sessionName}`);
  let heardAt = performance.now();
  let isLeading = false;
  let last: 'live' | 'polling' | null = null;

  const take = (message: LiveMessage): void => {
    heardAt = performance.now();
    if (message.kind === 'change') takeChange(message.change);
    else if (message.kind === 'ended') onEnd();
    else {
      setLive(message.kind);
      last = message.kind;
    }
  };
  const tell = (message: LiveMessage): void => {
    if (ending.signal.aborted) return;
    channel.postMessage(message);
    take(message);
  };
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => take(data);

  const lead = async (): Promise<void> => {
    isLeading = true;
    let isOpen = false;
    const tellAll = (message: LiveMessage): void => {
      // What came before the stream was open, or after a former leader was gone, nobody tells of.
      if (message.kind === 'live' && !isOpen) tell({ kind: 'change', change: 'all' });
      isOpen ||= message.kind === 'live';
      tell(message);
    };
    await followChanges(tellAll, ending.signal);
    isLeading = false;
  };
  void navigator.locks.request(`pps-changes-${sessionName}`, { signal: ending.signal }, lead).catch(() => undefined);

  const beat = setInterval(() => {
    if (isLeading && last !== null) channel.postMessage({ kind: last });
    else if (!isLeading && performance.now() - heardAt > silentMs) setLive('polling');
  }, beatMs);
  return () => {
    ending.abort();
    clearInterval(beat);
    channel.close();
    setLive('connecting');
  };
}
