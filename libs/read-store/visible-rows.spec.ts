import { visibleRows } from './set-up-projection';

const ids = '(select read_store.visible_workspaces())';
const column = (name: string, isRequired = true, type = 'uuid') => ({ name, type, isRequired });

it.each([
  ['the project', [column('pin_id'), column('project_id'), column('organization_id')], `project_id = any(${ids}::uuid[])`],
  ['the tree', [column('tree_id'), column('event_id')], `tree_id = any(${ids}::uuid[])`],
  [
    'the organization where it may have no project',
    [column('project_id', false), column('organization_id')],
    `coalesce(project_id, organization_id) = any(${ids}::uuid[])`,
  ],
  [
    'the organization where it has none',
    [column('organization_id'), column('plan', true, 'text')],
    `organization_id = any(${ids}::uuid[])`,
  ],
])('shows a row by %s', (_, columns, condition) => {
  expect(visibleRows(columns)).toBe(`${ids} is null or ${condition}`);
});

it('shows what is nobody’s to those who see everything', () => {
  expect(visibleRows([column('delivery_id'), column('project_id', true, 'text')])).toBe(`${ids} is null`);
});
