import { toolList } from './tool-list';

/** The page with a row for each tool in its table of tools. */
export function toolsPage(page: string): string {
  const rows = toolList.map(
    ({ name, set, scope, description }) => `| \`${name}\` | ${set} | ${scope} | ${withMarkedNames(description)} |\n`,
  );
  return page.replace(
    /(\| tool \| set \| scope \| what it does \|\n\|---\|---\|---\|---\|\n)(?:\|.*\n)*/,
    (_, head: string) => head + rows.join(''),
  );
}

const withMarkedNames = (description: string): string => description.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => `\`${name}\``);
