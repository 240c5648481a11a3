import { cleanOutsideText } from '@pps/kernel';

const longestWords = 300;

/** Words of others as they are shown to an assistant: bounded, and only where there are any. */
export const outsideWords = (texts: Readonly<Record<string, string | null | undefined>>): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      text === null || text === undefined || text === '' ? [] : [[name, cleanOutsideText(text, longestWords)]],
    ),
  );
