/** A budget as the platform announced it: `limit` calls per `windowSeconds`, `remaining` of them left for `resetSeconds`. */
export interface RateLimit {
  readonly name: string | null;
  readonly limit: number;
  readonly windowSeconds: number | null;
  readonly remaining: number | null;
  readonly resetSeconds: number | null;
}
