export interface Progress {
  /** A step that is done. */
  done(what: string): void;
  /** How far a longer step is: one line that moves on a terminal, a line per quarter elsewhere. */
  moved(what: string, count: number, total: number): void;
}

const barWidth = 30;

export function progressLineOn(out: NodeJS.WriteStream): Progress {
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s`;
  const line = (text: string) => void out.write(`${out.isTTY ? '\r\x1b[2K' : ''}${seconds()}  ${text}\n`);
  let shown = '';
  return {
    done: line,
    moved: (what, count, total) => {
      if (out.isTTY) {
        out.write(`\r\x1b[2K${seconds()}  ${bar(count, total)} ${count}/${total} ${what}`);
        if (count === total) line(`${count} of ${total} ${what}`);
        return;
      }
      const quarter = `${what} ${Math.floor((4 * count) / total)}`;
      if (quarter === shown) return;
      shown = quarter;
      line(`${count} of ${total} ${what}`);
    },
  };
}

function bar(count: number, total: number): string {
  const filled = Math.round((barWidth * count) / total);
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
}
