import { useSearchParams } from 'wouter';

/** What a page is narrowed to, which stands in the address: it can be sent to somebody and gone back to. An empty text takes a name out. */
export function useAddress(): readonly [fields: URLSearchParams, change: (changes: Readonly<Record<string, string>>) => void] {
  const [fields, setFields] = useSearchParams();
  const change = (changes: Readonly<Record<string, string>>): void =>
    setFields(
      (before) => new URLSearchParams(Object.entries({ ...Object.fromEntries(before), ...changes }).filter(([, value]) => value !== '')),
      {
        replace: true,
      },
    );
  return [fields, change];
}
