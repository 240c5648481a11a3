/** How much an `Accept` header likes a type that it names, from 0 to 1; 0 for one that it does not name. */
export function qualityOf(type: string, accept = ''): number {
  for (const part of accept.slice(0, 1_000).toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality ? Number(quality.slice(2)) || 0 : 1;
  }
  return 0;
}
