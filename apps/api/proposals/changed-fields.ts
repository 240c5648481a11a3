import { contentFieldList } from '@pps/pins/events';
import type { ContentChanges } from '@pps/proposals/events';

/** Changes under the names of requests. */
export const changedFields = (changes: ContentChanges): Readonly<Record<string, unknown>> =>
  Object.fromEntries(contentFieldList.flatMap(({ name, wire }) => (changes[name] === undefined ? [] : [[wire, changes[name]]])));
