import { portsOf } from './site-network';

/** Of the haproxy before all APIs: a request goes to one that is ready; one that could not be handed over goes to another. */
export const apiProxyConfiguration = (sites: readonly number[], port: number): string => `
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 1s
  option http-server-close
  option redispatch 1
  retries 2
listen apis
  bind 127.0.0.1:${port}
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 500ms fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${sites.map((site) => `  server site${site} 127.0.0.1:${portsOf(site).api}`).join('\n')}
`;

export const databaseBackend = 'database';
export const serverNameOf = (site: number): string => `site${site}`;

/** Of the haproxy between a site's pooler and the server that takes writes; which one that is, it is told. */
export const databaseProxyConfiguration = (sites: readonly number[], own: number, primary: number): string => `
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen ${databaseBackend}
  bind 127.0.0.1:${portsOf(own).databaseProxy}
${sites.map((site) => `  server ${serverNameOf(site)} 127.0.0.1:${portsOf(site).postgres}${site === primary ? '' : ' disabled'}`).join('\n')}
`;
