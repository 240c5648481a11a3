/** A column of a read model's table. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

const ids = '(select read_store.visible_workspaces())';
const projectColumns = ['tree_id', 'scope_id', 'project_id'];

/**
 * The condition under which analysts see a row of a table: whose it is, by its column for the project, or for the organization where it has no
 * project. Rows that are nobody's are shown to those who see everything. Both calls are made once a query, not once a row.
 */
export function visibleRows(columns: readonly TableColumn[]): string {
  const found = [...projectColumns, 'organization_id'].flatMap(
    (name) => columns.find((each) => each.name === name && each.type === 'uuid') ?? [],
  );
  const [first, ...others] = found;
  if (!first) return `${ids} is null`;
  const owner = first.isRequired || others.length === 0 ? first.name : `coalesce(${found.map(({ name }) => name).join(', ')})`;
  return `${ids} is null or ${owner} = any(${ids}::uuid[])`;
}
