import { pause } from '@pps/concurrency';
import { holdWork } from '@pps/leases';
import { mailProcesses, runMailDispatcher, sendMailWork, type MailTransport } from '@pps/mail';
import { runPasswordResetDispatcher, verificationMails } from '@pps/identity';
import { runProcess } from '@pps/read-store';
import type { WorkItem } from '@pps/work-queue';
import { setMaxListeners } from 'node:events';
import type { Parts } from '../../apps/foundation/open-parts';

/** What orchestrator and worker run for mails. */
export function startMailing(parts: Parts, transport: MailTransport): { stop(): Promise<void> } {
  const { db, store, streams, vault, configuration, keys } = parts;
  const clock = () => new Date();
  const ending = new AbortController();
  const { signal } = ending;
  // Each process listens to it; Node takes more than ten listeners for a leak.
  setMaxListeners(0, signal);
  const ignore = () => undefined;
  const addresses = { appUrl: configuration.APP_URL, publicUrl: configuration.PUBLIC_URL, hashKey: keys.EMAIL_HASH_KEY };
  const send = sendMailWork({ streams, vault, clock, transport, ...addresses });
  const alone = holdWork(db);
  // In this process: the tests' server is shared by specs whose databases are not.
  const queue = { isAway: () => false, offer: async (work: WorkItem) => void alone(work.id, () => send(work)).catch(ignore) };
  const processes = [
    verificationMails({ streams, vault, clock, linkLifetimeMs: configuration.VERIFY_LINK_LIFETIME }),
    ...mailProcesses({ db, streams, clock }),
  ];
  const recovery = {
    db,
    streams,
    vault,
    clock,
    linkLifetimeMs: configuration.RESET_LINK_LIFETIME,
    intervalMs: configuration.MAIL_INTERVAL,
    wait: pause,
  };
  const running = [
    ...processes.map((process) => runProcess(process, { db, store, signal, log: ignore })),
    runPasswordResetDispatcher({ ...recovery, onError: ignore }, { signal }),
    runMailDispatcher({ db, queue, wait: pause, onError: ignore }, { signal }),
  ];
  return {
    async stop() {
      ending.abort();
      await Promise.all(running);
    },
  };
}
