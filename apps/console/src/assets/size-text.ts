const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A size in bytes as people read it, as `1.5 MiB`. */
export function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const size = bytes / 2 ** (10 * step);
  return `${size.toLocaleString('en', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${units[step] ?? 'B'}`;
}
