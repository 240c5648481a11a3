import { useMe } from '../session/console-session';
import { chooseZone, isZone, ownZone, useZone } from '../shown/zone';

/** In which zone times are shown. */
export function ZoneChoice() {
  const { user, active_project: project } = useMe();
  const zone = useZone(user.timezone);
  const near = [...new Set([user.timezone, project.timezone, ownZone(), 'UTC', zone])].filter(isZone);
  const others = Intl.supportedValuesOf('timeZone').filter((each) => !near.includes(each));
  const options = (zones: readonly string[]) => zones.map((each) => <option key={each}>{each}</option>);
  return (
    <label>
      <span className="quiet">Times in </span>
      <select value={zone} onChange={({ target }) => chooseZone(target.value)}>
        <optgroup label="Yours">{options(near)}</optgroup>
        <optgroup label="All">{options(others)}</optgroup>
      </select>
    </label>
  );
}
