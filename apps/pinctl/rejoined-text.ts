import type { Rejoined } from './rejoin-installation';

/** What `pinctl log rejoin` has changed, or would change, for programs. */
export const rejoinedBody = ({ since, agreedUpTo, changed, dropped, setBack, unskipped }: Rejoined): object => ({
  since,
  agreed_up_to: agreedUpTo,
  changed,
  dropped,
  set_back: setBack,
  unskipped: unskipped.map(({ projection, position, factId, factType }) => ({
    projection,
    position,
    fact_id: factId,
    fact_type: factType,
  })),
});

/** The same for a person, a line each. */
export function rejoinedText({ since, agreedUpTo, changed, dropped, setBack, unskipped }: Rejoined): string {
  const changes = [
    ...dropped.map((name) => `${name} is further: it is built anew when a projector starts`),
    ...setBack.map((name) => `process ${name} is further: it goes back and answers again`),
    ...unskipped.map(
      ({ projection, position, factId, factType }) => `${projection} passes over ${factType} ${factId} at ${position} no more`,
    ),
  ];
  const nothing = changes.length === 0 ? ['no read model or process is further'] : [];
  return [
    `log and database agree up to position ${agreedUpTo}, a minute before ${since}`,
    ...changes,
    ...nothing,
    changed ? 'changed: start the hosts' : 'nothing is changed: stop every host and give --yes',
  ].join('\n');
}
