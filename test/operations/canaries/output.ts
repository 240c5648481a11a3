import { ApiModule } from '../../../apps/api/api.module';
import { declaredRoutes } from '../../../apps/api/docs/declared-routes';
import type { Parts } from '../../../apps/foundation/open-parts';
import { pinctl } from '../projections/pinctl';
import type { Headers } from '../../setup/platform-user';
import type { WholeService } from '../../story/whole-service';

const forEverybody = ['/', '/openapi.json', '/docs', '/metrics', '/health/live', '/health/ready'];

/** What every GET route that names nothing answers to these headers, by path. */
export async function readApiOutput({ url }: WholeService, headers: Headers): Promise<ReadonlyMap<string, string>> {
  const routes = declaredRoutes(ApiModule.with({} as Parts)).filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  const paths = [...new Set([...forEverybody, ...routes.map(({ path }) => path)])];
  const texts = new Map<string, string>();
  for (const path of paths) {
    const response = await fetch(`${url}${path}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(120_000) });
    texts.set(path, `${JSON.stringify([...response.headers])}\n${await response.text()}`);
  }
  return texts;
}

/** What operators are shown. */
export async function readOperatorOutput({ settings }: WholeService): Promise<ReadonlyMap<string, string>> {
  const commands = [
    ['projections', 'list', '--json'],
    ['projections', 'compare', 'pins'],
    ['backup', 'check'],
    ['users', 'forget', 'nobody'],
  ];
  const texts = new Map<string, string>();
  for (const command of commands) {
    const { stdout, stderr } = await pinctl(settings, ...command);
    texts.set(`pinctl ${command.join(' ')}`, `${stdout}\n${stderr}`);
  }
  return texts;
}
