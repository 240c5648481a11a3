/** What a start shows while it runs: lines that stay and, on a terminal, below them what is being done. */
export interface StartScreen {
  line(text: string): void;
  /** Shows the step until its work has ended. */
  during<T>(step: string, work: () => Promise<T>): Promise<T>;
  /** Nothing more is being done. */
  close(): void;
}

/** The part of a terminal's stream that is written to. */
export type ScreenStream = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

const quietMs = 2_000;
const clearLine = '\r\x1b[2K';

/** Shows what is being done once the program has run for 2 s, and only on a terminal. */
export function openStartScreen(out: ScreenStream): StartScreen {
  const line = (text: string) => void out.write(`${text}\n`);
  if (!out.isTTY) return { line, during: (_step, work) => work(), close: () => undefined };

  const steps = new Set<string>();
  let isDrawn = false;
  const clear = () => {
    if (isDrawn) out.write(clearLine);
    isDrawn = false;
  };
  const draw = () => {
    clear();
    if (steps.size === 0 || performance.now() < quietMs) return;
    const text = `… ${[...steps].join(', ')} (${Math.round(performance.now() / 1_000)} s)`;
    out.write(text.slice(0, (out.columns || 80) - 1));
    isDrawn = true;
  };
  const timer = setInterval(draw, 500);
  timer.unref();
  return {
    line: (text) => {
      clear();
      line(text);
      draw();
    },
    during: async (step, work) => {
      steps.add(step);
      draw();
      try {
        return await work();
      } finally {
        steps.delete(step);
        draw();
      }
    },
    close: () => {
      clearInterval(timer);
      steps.clear();
      clear();
    },
  };
}
