import type { MouseEvent, ReactNode } from 'react';
import { useWrite } from '../data/use-write';
import { Failure } from '../shown/failure';
import { client } from './client';
import { useMe } from './console-session';

interface DownloadLinkProps {
  readonly href: string;
  /** What the file is called; as the service calls it where there is none. */
  readonly name?: string;
  readonly children: ReactNode;
}

/**
 * Saves a file of the project that is shown. A download has no headers that name the project, so its address does; a call looks first whether the session is
 * there, which can say so on the page.
 */
export function DownloadLink({ href: address, name, children }: DownloadLinkProps) {
  const { active_project: project } = useMe();
  const href = `${address}${address.includes('?') ? '&' : '?'}x-session-project=${project.id}`;
  const download = name === undefined ? {} : { download: name };
  const looking = useWrite(async () => {
    await client.auth.getMe();
    Object.assign(document.createElement('a'), { href, ...download }).click();
  });
  const onClick = (event: MouseEvent): void => {
    // Another window or tab is opened as it was asked for.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void looking.run();
  };
  return (
    <>
      <a href={href} {...download} onClick={onClick}>
        {children}
      </a>
      {looking.failure !== undefined && <Failure error={looking.failure} what="It was not downloaded" />}
    </>
  );
}
