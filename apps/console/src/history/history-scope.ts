import { useSearchParams } from 'wouter';
import { useMe } from '../session/console-session';

export interface HistoryScope {
  readonly scope: 'project' | 'organization';
  /** Of the project or organization: what checkpoints of the history begin with. */
  readonly workspaceId: string;
  /** What addresses of this history end with. */
  readonly search: '' | '?scope=organization';
}

/** Which history is shown: the project's, or that of the organization and its people. */
export function useHistoryScope(): HistoryScope {
  const [search] = useSearchParams();
  const { active_project: project, organization } = useMe();
  return search.get('scope') === 'organization'
    ? { scope: 'organization', workspaceId: organization.id, search: '?scope=organization' }
    : { scope: 'project', workspaceId: project.id, search: '' };
}
