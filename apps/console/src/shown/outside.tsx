import { Text } from './text';

/** An address that somebody gave: a link only where it is one of the web, opened without telling where from. */
export function Outside({ href, children = href }: { readonly href: string; readonly children?: string }) {
  if (!/^https?:\/\//i.test(href)) return <Text>{children}</Text>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      <Text length={120}>{children}</Text>
    </a>
  );
}
