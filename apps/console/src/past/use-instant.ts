import { useSearchParams } from 'wouter';

/** Of which moment a page is: the present, one in the past, or none that the address could mean. */
export type Instant =
  | { readonly kind: 'now' }
  | { readonly kind: 'past'; readonly at: Date; readonly text: string }
  | { readonly kind: 'unclear' };

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/i;

export function instantIn(text: string | null): Instant {
  if (text === null || text === '' || text === 'now') return { kind: 'now' };
  const at = new Date(text);
  return moment.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(at.getTime())
    ? { kind: 'past', at, text: at.toISOString() }
    : { kind: 'unclear' };
}

/** Not the thirtieth of February, which would be read as a day of March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The moment that the address names (`as_of`), the other one that it is compared with (`with`), and how to choose them. */
export function useInstant() {
  const [search, setSearch] = useSearchParams();
  const set = (name: 'as_of' | 'with', value: Date | 'now' | null): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (value === null) next.delete(name);
      else next.set(name, value === 'now' ? value : value.toISOString());
      if (name === 'as_of' && value === null) next.delete('with');
      return next;
    });
  const instant = instantIn(search.get('as_of'));
  const other = search.get('with');
  return {
    instant,
    /** What a read is asked with. */
    asOf: instant.kind === 'past' ? { as_of: instant.text } : {},
    isPast: instant.kind !== 'now',
    other: instant.kind !== 'past' || other === null ? null : instantIn(other),
    choose: (at: Date | null) => set('as_of', at),
    compare: (at: Date | 'now' | null) => set('with', at),
  };
}
