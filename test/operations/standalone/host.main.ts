import { join } from 'node:path';
import { runStandalone } from '../../../apps/standalone/run-standalone';

// The standalone start with tiny programs in place of the real ones: its arguments name the services, `name:script`.
const script = (name: string) => join(__dirname, `${name}.cjs`);
const services = process.argv.slice(2).map((argument) => {
  const [name = '', file = ''] = argument.split(':');
  return { name, entry: script(file) };
});
void runStandalone({ services, simulators: { name: 'simulators', entry: script('tiny-service') } });
