import { at, isMap, listAt, nameOf, podMakers, selects, textAt, type Manifest } from './manifest';

const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8', '100.64.0.0/10'];

/** Faults of networks: what is open that should not be, and the other way round. */
export function judgeNetworks(manifests: readonly Manifest[]): string[] {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  const closed = policies.some(
    (policy) =>
      Object.keys((at(policy, 'spec.podSelector') ?? {}) as object).length === 0 &&
      listAt(policy, 'spec.policyTypes').length === 2 &&
      !at(policy, 'spec.ingress') &&
      !at(policy, 'spec.egress'),
  );
  const faults = policies.flatMap((policy) => {
    const types = listAt(policy, 'spec.policyTypes');
    const peers = ['ingress.from', 'egress.to'].flatMap((path) => {
      const [direction = '', side = ''] = path.split('.');
      return listAt(policy, `spec.${direction}`).map((rule) => ({ peers: listAt(rule, side), ports: listAt(rule, 'ports') }));
    });
    const blocks = peers.flatMap(({ peers: each }) => each.map((peer) => at(peer, 'ipBlock'))).filter(isMap);
    return [
      ...(at(policy, 'spec.ingress') && !types.includes('Ingress') ? ['says who comes in, and is not for that'] : []),
      ...(at(policy, 'spec.egress') && !types.includes('Egress') ? ['says what is called, and is not for that'] : []),
      ...(peers.some(({ peers: each }) => each.length === 0) ? ['is open to everybody'] : []),
      ...(peers.some(({ ports }) => ports.length === 0) ? ['is open at every port of every protocol'] : []),
      ...blocks
        .filter((block) => block['cidr'] === '0.0.0.0/0')
        .flatMap((block) =>
          privateNetworks.filter((network) => !listAt(block, 'except').includes(network)).map((network) => `leads into ${network}`),
        ),
    ].map((fault) => `${nameOf(policy)}: ${fault}`);
  });
  const calls = (name: string) =>
    podMakers(manifests)
      .filter(({ manifest }) => manifest.metadata.name === name)
      .some(({ labels }) =>
        policies.some(
          (policy) =>
            selects(at(policy, 'spec.podSelector'), labels) &&
            listAt(policy, 'spec.egress').some((rule) => listAt(rule, 'to').some((peer) => textAt(peer, 'ipBlock.cidr') === '0.0.0.0/0')),
        ),
      );
  return [
    ...(closed ? [] : ['NetworkPolicy: what no policy names is open']),
    ...faults,
    ...(calls('projector') ? ['NetworkPolicy: the projector, which calls nobody, may call out'] : []),
    ...['api', 'worker', 'orchestrator'].filter((name) => !calls(name)).map((name) => `NetworkPolicy: ${name} cannot call the platform`),
  ];
}
