import { Link, useLocation } from 'wouter';
import { LinkAt } from '../past/link-at';
import { useMe } from '../session/console-session';

/** Pages that can be shown as they were: from one to the other the moment stays. */
const pastPages: ReadonlySet<string> = new Set(['/accounts', '/keys']);

/** Leads to the pages that the person may see. */
export function Navigation() {
  const { permissions } = useMe();
  const [path] = useLocation();
  const pages: readonly (readonly [path: string, name: string, isShown?: boolean])[] = [
    ['/', 'Home'],
    ['/pins', 'Pins'],
    ['/calendar', 'Calendar'],
    ['/imports', 'Imports'],
    ['/files', 'Files'],
    ['/proposals', 'Proposals'],
    ['/accounts', 'Accounts'],
    ['/webhooks', 'Webhooks'],
    ['/keys', 'API keys', permissions.can_manage_api_keys],
    ['/programs', 'Programs'],
    ['/requests', 'Requests'],
    ['/reports', 'Reports', permissions.can_view_reports],
    ['/history', 'History'],
    ['/usage', 'Usage'],
    ['/settings', 'Settings'],
  ];
  const isCurrent = (page: string): boolean => (page === '/' ? path === '/' : path === page || path.startsWith(`${page}/`));
  return (
    <nav className="pages" aria-label="Pages">
      <ul>
        {pages
          .filter(([, , isShown = true]) => isShown)
          .map(([page, name]) => {
            const Leading = pastPages.has(page) ? LinkAt : Link;
            return (
              <li key={page}>
                <Leading href={page} aria-current={isCurrent(page) ? 'page' : undefined}>
                  {name}
                </Leading>
              </li>
            );
          })}
      </ul>
    </nav>
  );
}
