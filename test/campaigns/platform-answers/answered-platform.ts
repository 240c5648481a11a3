import { createPinterestPlatform, type Platform } from '@pps/platform';
import { HttpReplies } from './http-replies';
import { generatedReply, type AskedPin } from './generated-reply';
import type { UglyValues } from './ugly-values';

export interface AnsweredPlatform {
  readonly platform: Platform;
  /** Replies given so far. */
  replies(): number;
  /** Whom the next replies are about. */
  ask(pin: AskedPin): void;
}

/** The real adapter with generated replies behind it. */
export function answeredPlatform(ugly: UglyValues, clock: () => Date): AnsweredPlatform {
  let count = 0;
  let asked: AskedPin = { title: '', link: '', boardId: '1' };
  const dispatcher = new HttpReplies((question) => {
    count += 1;
    return generatedReply(ugly, question, asked, clock().getTime());
  });
  const platform = createPinterestPlatform({
    apiUrl: 'http://platform.example/v5',
    oauthUrl: 'http://platform.example/oauth',
    clientId: 'app',
    clientSecret: 'a-client-secret',
    dispatcher,
  });
  return { platform, replies: () => count, ask: (pin) => void (asked = pin) };
}
