/**
 * What a program needs to publish for its person: `propose`: the person's yes on our page, or in a session of his own; `confirm`: the program asks its user
 * itself, whose answer nobody here sees; `direct`: nothing.
 */
export type PublishingMode = 'propose' | 'confirm' | 'direct';

/** The strictest first. */
export const publishingModes: readonly PublishingMode[] = ['propose', 'confirm', 'direct'];

/** The mode of a grant; one from before it could be chosen was agreed to as writing by itself. */
export const modeOfGrant = ({ mode = 'direct' }: { readonly mode?: PublishingMode | undefined }): PublishingMode => mode;

/** Whether one lets a program do more than another. */
export const isLooserMode = (mode: PublishingMode, than: PublishingMode): boolean =>
  publishingModes.indexOf(mode) > publishingModes.indexOf(than);
