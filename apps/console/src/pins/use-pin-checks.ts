import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { withSession } from '../session/with-session';
import { canBeChecked, requestOf, type TypedPin } from './typed-pin';

const typingMs = 500;

/** What the service would say to the pin as it is typed, once typing rests; nothing is created. */
export function usePinChecks(draft: TypedPin, runAt: Date | null) {
  const { active_project: project } = useMe();
  const text = useDeferredValue(JSON.stringify([requestOf(draft), runAt]));
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return useQuery({
    queryKey: [project.id, 'checks', rested],
    enabled: canBeChecked(draft) && rested === text,
    queryFn: ({ signal }) =>
      withSession(() =>
        runAt === null
          ? client.pins.validate(requestOf(draft), { signal })
          : client.schedules.validate({ ...requestOf(draft), run_at: runAt }, { signal }),
      ),
    placeholderData: (before) => before,
    staleTime: 20_000,
  });
}
