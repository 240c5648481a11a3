import { Link, useLocation } from 'wouter';
import { useMe } from '../session/console-session';

/** Leads to the pages that the person may see. */
export function Navigation() {
  const { permissions } = useMe();
  const [path] = useLocation();
  const pages: readonly (readonly [path: string, name: string, isShown?: boolean])[] = [
    ['/', 'Home'],
    ['/pins', 'Pins'],
    ['/calendar', 'Calendar'],
    ['/imports', 'Imports'],
    ['/accounts', 'Accounts'],
    ['/webhooks', 'Webhooks'],
    ['/keys', 'API keys', permissions.can_manage_api_keys],
    ['/requests', 'Requests'],
    ['/usage', 'Usage'],
  ];
  const isCurrent = (page: string): boolean => (page === '/' ? path === '/' : path === page || path.startsWith(`${page}/`));
  return (
    <nav className="pages" aria-label="Pages">
      <ul>
        {pages
          .filter(([, , isShown = true]) => isShown)
          .map(([page, name]) => (
            <li key={page}>
              <Link href={page} aria-current={isCurrent(page) ? 'page' : undefined}>
                {name}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
