import { Invalid } from '@pps/kernel';
import type { McpParts } from './mcp-parts';
import { refuseUnknownArguments } from './refuse-unknown-arguments';
import { findTool } from './tool-list';

it('tells all arguments that a tool does not know', () => {
  expect(() => refuseUnknownArguments({ rows: [], key: 'a' }, ['rows', 'key'])).not.toThrow();
  expect(() => refuseUnknownArguments({ rows: [], dry_run: true, again: true }, ['rows'])).toThrow(
    new Invalid([
      { loc: ['body', 'dry_run'], msg: 'dry_run is not a known field', type: 'unknown_field' },
      { loc: ['body', 'again'], msg: 'again is not a known field', type: 'unknown_field' },
    ]),
  );
});

it.each([
  ['import_pins', { rows: [{}], dry_run: true }],
  ['import_pins', { rows: [{}], again: true }],
  ['create_pins', { pins: [{}], dry_run: true }],
])('%s refuses them before it does anything', async (name, args) => {
  const run = findTool(name)?.run({} as McpParts, { principal: {}, args, reply: {} } as never);
  await expect(run).rejects.toThrow(/is not a known field/);
});
