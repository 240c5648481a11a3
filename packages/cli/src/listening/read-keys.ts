/** Calls back for each key that is pressed, where somebody sits at a terminal; gives what ends it. */
export function readKeys(keys: Readonly<Record<string, () => void>>): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => undefined;
  const take = (pressed: Buffer): void => {
    for (const key of pressed.toString()) keys[key]?.();
  };
  stdin.setRawMode(true).resume().on('data', take);
  return () => {
    stdin.off('data', take).setRawMode(false).pause();
  };
}
