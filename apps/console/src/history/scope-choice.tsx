import { useSearchParams } from 'wouter';
import { ChoiceField } from '../shown/field';
import { useHistoryScope } from './history-scope';

/** Chooses between the history of the project and that of the organization. */
export function ScopeChoice() {
  const { scope } = useHistoryScope();
  const [, setSearch] = useSearchParams();
  const choose = (next: string): void => setSearch(next === 'organization' ? { scope: next } : {}, { replace: true });
  return (
    <search className="filters">
      <ChoiceField label="History of" value={scope} onChange={({ target }) => choose(target.value)}>
        <option value="project">this project</option>
        <option value="organization">the organization and its people</option>
      </ChoiceField>
    </search>
  );
}
