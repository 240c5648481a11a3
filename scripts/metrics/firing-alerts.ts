import type { GaugeSample } from '@pps/runtime';
import type { AlertRule } from './alert-rules';

const simple = /^max(?: by \([\w, ]+\))? ?\((?<metric>\w+)(?:\{(?<label>\w+)="(?<value>\w+)"\})?\) > (?<least>\d+)$/;

/** Whether a rule has the form of which `firingAlerts` knows when it fires: the maximum of one gauge is above a number. */
export const isThreshold = ({ expr }: AlertRule): boolean => simple.test(expr);

/** The names of the rules of that form whose expression holds for these values, whatever their `for`. */
export function firingAlerts(rules: readonly AlertRule[], samples: readonly GaugeSample[]): string[] {
  const holds = ({ expr }: AlertRule): boolean => {
    const { metric, label, value, least } = simple.exec(expr)?.groups ?? {};
    const isMeant = ({ gauge, labels }: GaugeSample) => gauge === metric && (label === undefined || labels?.[label] === value);
    return samples.some((sample) => isMeant(sample) && sample.value > Number(least));
  };
  return rules.filter(holds).map(({ alert }) => alert);
}
