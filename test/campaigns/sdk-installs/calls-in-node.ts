import { runToEnd, type InstalledPackage } from '../../sdk/package-folder';

export interface CalledService {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly draft: object;
}

/** What every program does: creates a pin, finds it in a list, and is refused. */
const calls = `
async function callService({ PinPublishing, ValidationError }, { baseUrl, apiKey, draft }) {
  const client = new PinPublishing({ baseUrl, apiKey });
  const { data: pin, headroom, attempts } = await client.pins.create(draft).withResponse();
  const titles = [];
  for await (const each of client.pins.list({ limit: 1 })) if (each.id === pin.id) titles.push(each.title);
  const refused = await client.pins.create({ ...draft, title: '' }).catch((error) => error);
  const isRight = pin.created_at instanceof Date && headroom !== undefined && attempts === 1;
  return [isRight, titles.length, refused instanceof ValidationError, refused.code].join(' ');
}
`;

/** What `callService` says where all is well. */
export const calledWell = 'true 1 true validation_error';

const given = (service: CalledService): string => JSON.stringify(service);

/** What the program says that imports the package, and the one that requires it, by this Node. */
export function callInNode(installed: InstalledPackage, node: string, service: CalledService): Readonly<Record<string, string>> {
  installed.write('call.mjs', `import * as sdk from 'pin-publishing';${calls}console.log(await callService(sdk, ${given(service)}));`);
  installed.write('call.cjs', `const sdk = require('pin-publishing');${calls}callService(sdk, ${given(service)}).then(console.log);`);
  return {
    import: runToEnd(node, ['call.mjs'], installed.folder).trim(),
    require: runToEnd(node, ['call.cjs'], installed.folder).trim(),
  };
}

/** A script of a page or a worker that calls the service and gives what was said to `say`. */
export const scriptOf = (service: CalledService, say: string): string =>
  `import * as sdk from '/sdk/index.js';${calls}callService(sdk, ${given(service)}).then(${say}, (error) => (${say})(String(error)));`;
