import { cleanOutsideText, longestShownText } from '@pps/kernel';

const tokenShape = /\bpin[arc]_[A-Za-z0-9_.~+/=-]+/g;

/** Blanks known secrets and whatever looks like the platform's tokens, and cleans the text and cuts it to 300 characters. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const blanked = secrets.filter((secret) => secret.length >= 4).reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
  return cleanOutsideText(blanked.replace(tokenShape, '[secret]'), longestShownText);
}
