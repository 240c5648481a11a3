import { useRef } from 'react';

/** The key of a creation: the same while its content is, so that one whose answer was lost makes nothing twice. */
export function useCreationName(content: string): () => string {
  const [nameOf] = useCreationNames();
  return () => nameOf(content);
}

/** The same where the content is known only when it is sent; what is forgotten can be made once more. */
export function useCreationNames(): readonly [nameOf: (content: string) => string, forget: () => void] {
  const held = useRef({ content: '', name: '' });
  const nameOf = (content: string): string => {
    if (held.current.content !== content) held.current = { content, name: crypto.randomUUID() };
    return held.current.name;
  };
  const forget = (): void => {
    held.current = { content: '', name: '' };
  };
  return [nameOf, forget];
}
