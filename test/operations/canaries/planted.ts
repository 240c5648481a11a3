import { newId } from '@pps/kernel';

/** `secret`: shown to nobody; `personal`: shown to nobody but its owner; `written`: the same, and read models hold it so that they can show it. */
export type Kind = 'secret' | 'personal' | 'written';

export interface Planted {
  /** Remembers a secret or a personal detail that somebody got or typed. */
  plant(kind: Kind, what: string, text: string): string;
  /** A new word of a kind. */
  word(kind: Kind, what: string): string;
  secrets(): readonly string[];
  count(): number;
  /** What was planted of a kind. */
  names(kind: Kind): readonly string[];
  /** Names of what a text reveals, in the clear or in a usual encoding. */
  foundIn(text: string, kinds?: readonly Kind[]): readonly string[];
}

export function planted(): Planted {
  const canaries = new Map<string, { readonly kind: Kind; readonly text: string; readonly forms: readonly string[] }>();
  const plant: Planted['plant'] = (kind, what, text) => {
    if (text.length < 8) throw new Error(`nothing to look for: ${what}`);
    canaries.set(what, { kind, text, forms: formsOf(text) });
    return text;
  };
  return {
    plant,
    word: (kind, what) => plant(kind, what, `canary-${newId()}`),
    secrets: () => [...canaries.values()].filter(({ kind }) => kind === 'secret').map(({ text }) => text),
    count: () => canaries.size,
    names: (wanted) => [...canaries].flatMap(([what, { kind }]) => (kind === wanted ? [what] : [])),
    foundIn: (text, kinds = ['secret', 'personal', 'written']) =>
      [...canaries]
        .filter(([, { kind, forms }]) => kinds.includes(kind) && forms.some((form) => text.includes(form)))
        .map(([what]) => what),
  };
}

function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const encodings = ['base64', 'base64url', 'hex'] as const;
  const encoded = encodings.map((encoding) => bytes.toString(encoding).replace(/=+$/, ''));
  return [...new Set([text, ...encoded, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)])];
}
