import { at, listAt, nameOf, numberAt, podMakers, selects, textAt, type Manifest, type PodMaker } from './manifest';

/** Where NodeLocal DNSCache answers pods. */
const localNames = '169.254.20.10/32';

/** Faults of what pods have to reach: names, and the stores whose addresses they are given, at the ports of the examples. */
export function judgeReach(manifests: readonly Manifest[], secretsExample: string): string[] {
  const ports = examplePorts(secretsExample);
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  const unshown = ['EVENTSTORE_URL', 'DATABASE_URL', 'NATS_URL'].filter((key) => !ports.has(key));
  return [
    ...unshown.map((key) => `secrets.example.env shows no port of ${key}`),
    ...podMakers(manifests).flatMap((maker) => {
      const ways = waysOf(maker, policies);
      const keys = listAt(maker.pod, 'volumes').flatMap((volume) => listAt(volume, 'secret.items').map((item) => textAt(item, 'key')));
      const faults = [
        ...(['UDP', 'TCP'].every((protocol) => ways.some((way) => leadsTo(way, 53, protocol))) ? [] : ['cannot ask for names']),
        ...(ways.some((way) => leadsTo(way, 53, 'UDP') && way.peers.some((peer) => textAt(peer, 'ipBlock.cidr') === localNames))
          ? []
          : ['cannot ask NodeLocal DNSCache for names']),
        ...keys.flatMap((key) =>
          (ports.get(key) ?? [])
            .filter((port) => !ways.some((way) => leadsTo(way, port, 'TCP')))
            .map((port) => `cannot reach ${key} at ${port}`),
        ),
      ];
      return faults.map((fault) => `${nameOf(maker.manifest)}: ${fault}`);
    }),
  ];
}

/** The ports of the address in the comment right above a key, or above a row of them. */
function examplePorts(secretsExample: string): ReadonlyMap<string, readonly number[]> {
  const ports = new Map<string, readonly number[]>();
  let shown: readonly number[] = [];
  for (const line of secretsExample.split('\n')) {
    const [, key] = /^([A-Z0-9_]+)=/.exec(line) ?? [];
    if (key === undefined) shown = line.includes('://') ? portsOf(line) : [];
    else if (key.endsWith('_URL') && shown.length > 0) ports.set(key, shown);
    else shown = [];
  }
  return ports;
}

const portsOf = (address: string): number[] => [...new Set([...address.matchAll(/:(\d+)(?=[,/?]|$)/g)].map(([, port]) => Number(port)))];

interface Way {
  readonly peers: readonly unknown[];
  readonly ports: readonly unknown[];
}

/** What a pod may call within: all of the outside but private networks leads to no store. */
function waysOf({ labels }: PodMaker, policies: readonly Manifest[]): Way[] {
  return policies
    .filter((policy) => listAt(policy, 'spec.policyTypes').includes('Egress') && selects(at(policy, 'spec.podSelector'), labels))
    .flatMap((policy) => listAt(policy, 'spec.egress'))
    .map((rule) => ({
      peers: listAt(rule, 'to').filter((peer) => !['0.0.0.0/0', '::/0'].includes(textAt(peer, 'ipBlock.cidr'))),
      ports: listAt(rule, 'ports'),
    }))
    .filter(({ peers }) => peers.length > 0);
}

const leadsTo = ({ ports }: Way, port: number, protocol: string): boolean =>
  ports.some((open) => {
    const first = numberAt(open, 'port');
    const last = numberAt(open, 'endPort') ?? first;
    return (textAt(open, 'protocol') || 'TCP') === protocol && (first === undefined || (first <= port && port <= (last ?? port)));
  });
