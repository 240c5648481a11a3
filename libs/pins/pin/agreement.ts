/** Who agreed that a program's pin is published. The program's word never counts as the page's. */
export interface Agreement {
  /**
   * `page`, `session`: a person agreed to the proposal, on our page or with a request of his own session. `client`: the program says that its user agreed, which
   * nobody here has seen. `none`: the program publishes without asking.
   */
  readonly way: 'page' | 'session' | 'client' | 'none';
  /** Who agreed; with `page` and `session` only. */
  readonly userId?: string;
  /** What was agreed to; with `page` and `session` only. */
  readonly proposalId?: string;
}

const sentences: Readonly<Record<Agreement['way'], string>> = {
  page: 'Its person agreed on the page of the proposal.',
  session: 'Its person agreed to the proposal.',
  client: 'The program says that its user agreed.',
  none: 'The program did it without asking.',
};

/** What is told in words to the person whose pin it is, behind a sentence; nothing where no program made it. */
export const agreementWords = (agreement: Agreement | undefined): string => (agreement ? ` ${sentences[agreement.way]}` : '');
