/** A text that somebody wrote, or '' where he has been forgotten: a sealed field of a fact whose key is gone is null, whatever its type says. */
export const textOrEmpty = (text: string | null): string => text ?? '';
