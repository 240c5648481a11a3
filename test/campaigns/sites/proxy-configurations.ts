import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { portsOf } from './site-network';

/** Of the haproxy before all APIs: a request goes to one that is ready; one that could not be handed over goes to another. Writes its own answers into the folder. */
export const apiProxyConfiguration = (sites: readonly number[], port: number, folder: string): string => `
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 1s
  option http-server-close
  option redispatch 1
  retries 2
${Object.entries(ownAnswers)
  .map(([status, code]) => `  errorfile ${status} ${writeAnswer(folder, status, code)}`)
  .join('\n')}
listen apis
  bind 127.0.0.1:${port}
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 500ms fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${sites.map((site) => `  server ${serverNameOf(site)} 127.0.0.1:${portsOf(site).api}`).join('\n')}
`;

/** What is not an API's answer says so. */
const ownAnswers = { 502: 'server_gone', 503: 'no_server', 504: 'server_silent' };

function writeAnswer(folder: string, status: string, code: string): string {
  const file = join(folder, `${status}.http`);
  const body = JSON.stringify({ error: { code } });
  const lines = [`HTTP/1.1 ${status} Refused`, 'content-type: application/json', `content-length: ${body.length}`, 'connection: close'];
  writeFileSync(file, `${lines.join('\r\n')}\r\n\r\n${body}`);
  return file;
}

export const databaseBackend = 'database';
export const serverNameOf = (site: number): string => `site${site}`;

/** Of the haproxy between a site's pooler and the server that takes writes; which one that is, it is told. Connections to one that is it no more end. */
export const databaseProxyConfiguration = (sites: readonly number[], own: number, primary: number): string => `
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen ${databaseBackend}
  bind 127.0.0.1:${portsOf(own).databaseProxy}
  default-server on-marked-down shutdown-sessions
${sites.map((site) => `  server ${serverNameOf(site)} 127.0.0.1:${portsOf(site).postgres}${site === primary ? '' : ' disabled'}`).join('\n')}
`;
