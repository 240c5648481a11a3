const channel = new BroadcastChannel('pps-session');

/** Tells other windows of this browser that the session is another one. */
export const tellOfSession = (): void => channel.postMessage('changed');

export function listenToOtherWindows(listener: () => void): void {
  channel.addEventListener('message', listener);
}
