import type { Client } from 'pg';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** How PostgreSQL would answer a statement: which tables it would read from begin to end, and which indexes it would use. */
export interface QueryPlan {
  readonly scannedTables: readonly string[];
  readonly nodes: readonly string[];
}

export async function readQueryPlan(client: Pick<Client, 'query'>, text: string, values: readonly string[]): Promise<QueryPlan> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(`explain (format json) ${text}`, [
    ...values,
  ]);
  const nodes = rows[0] ? allNodes(rows[0]['QUERY PLAN'][0].Plan) : [];
  return {
    scannedTables: nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? ''),
    nodes: nodes.map((node) => node['Node Type']),
  };
}

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)];
