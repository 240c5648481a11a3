import type { Principal } from '@pps/identity';
import { newId } from '@pps/kernel';
import type { McpParts } from './mcp-parts';
import { findTool } from './tool-list';

const principal = { projectId: newId(), epoch: 1, userId: newId(), accountIds: null, scopes: ['write'] } as unknown as Principal;

/** Under what key and content an import of rows is kept. */
async function keptUnder(rows: readonly object[]): Promise<{ key: unknown; content: unknown }> {
  const answerOnce = jest.fn<Promise<never>, unknown[]>().mockRejectedValue(new Error('enough'));
  const parts = { app: { idempotentAnswers: { answerOnce } } } as unknown as McpParts;
  await expect(findTool('import_pins')?.run(parts, { principal, args: { rows }, reply: {} } as never)).rejects.toThrow('enough');
  const [request, content] = answerOnce.mock.calls[0] ?? [];
  return { key: (request as { key: unknown }).key, content };
}

it('an import is kept under a hash of its rows, made item by item so that others go on meanwhile', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => ({ title: `Door ${n}`, board_id: 'b' }));
  const first = await keptUnder(rows);
  expect(first.content).toMatch(/^"[\da-f]{64}"$/);
  expect(await keptUnder(rows.map(({ title, board_id }) => ({ board_id, title })))).toEqual(first);
  const other = await keptUnder([...rows.slice(1), { title: 'Other', board_id: 'b' }]);
  expect([other.key === first.key, other.content === first.content]).toEqual([false, false]);
});
