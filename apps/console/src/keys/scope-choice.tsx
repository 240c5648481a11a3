const words = { read: 'read everything of the project', write: 'create and change', destructive: 'delete' } as const;

interface ScopeChoiceProps {
  readonly chosen: readonly string[];
  readonly fault: string | undefined;
}

/** What a key may do, as the field `scopes` of a form. */
export const ScopeChoice = ({ chosen, fault }: ScopeChoiceProps) => (
  <fieldset>
    <legend>It may</legend>
    {Object.entries(words).map(([scope, may]) => (
      <label key={scope} className="check">
        <input type="checkbox" name="scopes" value={scope} defaultChecked={chosen.includes(scope)} />
        {may}
      </label>
    ))}
    {fault !== undefined && <p className="fault">{fault}</p>}
  </fieldset>
);
