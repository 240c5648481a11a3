import { withTimeout } from '@pps/concurrency';
import { gauge, measureOnDemand } from './metrics';

/** A gauge as the catalogue of metrics shows it. */
export interface GaugeText {
  readonly help: string;
  /** What of the product it guards. */
  readonly promise: string;
  /** Names whose values the code decides, never a tenant. */
  readonly labels?: readonly string[];
}

export interface GaugeSample {
  readonly gauge: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Gauges that are measured together, when somebody asks for the metrics. */
export interface MeasuredGauges<Deps> {
  readonly gauges: Readonly<Record<string, GaugeText>>;
  readonly measure: (deps: Deps) => Promise<readonly GaugeSample[]>;
}

const patienceMs = 3_000;

/** One gauge without labels. */
export const measuredGauge = <Deps>(
  name: string,
  text: Omit<GaugeText, 'labels'>,
  measure: (deps: Deps) => Promise<number>,
): MeasuredGauges<Deps> => ({ gauges: { [name]: text }, measure: async (deps) => [{ gauge: name, value: await measure(deps) }] });

/** Measures them at each reading of the metrics, for 3 s at most; what cannot be measured is absent, so that no old value is taken for a new one. */
export function measureGauges<Deps>({ gauges, measure }: MeasuredGauges<Deps>, deps: Deps): void {
  const known = new Map(Object.entries(gauges).map(([name, { help, labels = [] }]) => [name, gauge(name, help, labels)]));
  const names = [...known.keys()].join(', ');
  measureOnDemand(names, async () => {
    for (const [name, each] of known) {
      if (gauges[name]?.labels) each.reset();
      else each.remove();
    }
    await withTimeout(measure(deps), patienceMs, names)
      .then((samples) => samples.forEach((sample) => known.get(sample.gauge)?.set(sample.labels ?? {}, sample.value)))
      .catch(() => undefined);
  });
}
