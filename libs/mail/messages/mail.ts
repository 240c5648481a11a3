/** A mail as it is handed to the mail server. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same every time the same mail is sent, so that a mail program can recognise a repeat. */
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}
