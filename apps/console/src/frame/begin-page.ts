import { isValidElement, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { consoleRoot } from '../session/console-root';
import { Pages } from './pages';

interface RouteProps {
  readonly path?: string;
  readonly component?: ComponentType;
  readonly children?: ((params: Record<string, string>) => ReactElement) | ReactNode;
}

/** Begins to load the page of an address; it is shown once it is known who is signed in. */
export function beginPage(address: string): void {
  const path = address.slice(consoleRoot.length).replace(/\/$/, '') || '/';
  const { component, children } = routesIn(Pages()).find((route) => isOf(path, route)) ?? {};
  const page = component ?? (typeof children === 'function' ? children({}).type : undefined);
  if (typeof page === 'function' && 'load' in page && typeof page.load === 'function') page.load();
}

const isOf = (path: string, { path: pattern }: RouteProps): boolean =>
  pattern !== undefined && new RegExp(`^${pattern.replace(/:[a-z]+/g, '[^/]+')}$`).test(path);

function routesIn(node: ReactNode): readonly RouteProps[] {
  if (Array.isArray(node)) return node.flatMap(routesIn);
  if (!isValidElement<RouteProps>(node)) return [];
  const { path, children } = node.props;
  return path === undefined && typeof children !== 'function' ? routesIn(children) : [node.props];
}
