import { isIP } from 'node:net';

const groupsOf = (ip: string): string[] => {
  const [head = '', tail] = ip.replace(/%.*/, '').toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16));
};

/** The kinds of networks, each with limits of its own. */
export type NetworkKind = 'ipv4' | 'ipv6-64' | 'ipv6-48';

interface Network {
  kind: NetworkKind;
  name: string;
}

/**
 * The networks that limits count: an IPv4 address; or the /64 of an IPv6 subscriber, and the /48 around it, because
 * one subscriber can have many /64s. All invalid addresses, which a careless proxy may pass on, count as one network.
 */
export const networksOf = (ip: string): readonly Network[] => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  const version = isIP(mapped ?? ip);
  if (version !== 6) return [{ kind: 'ipv4', name: version === 4 ? (mapped ?? ip) : 'unknown' }];
  const groups = groupsOf(ip);
  return [
    { kind: 'ipv6-64', name: `${groups.slice(0, 4).join(':')}::/64` },
    { kind: 'ipv6-48', name: `${groups.slice(0, 3).join(':')}::/48` },
  ];
};

/** The network of a client for the audit log, wide enough to be no person's address: an IPv4 /24 or an IPv6 /48. */
export const networkOf = (ip: string): string => {
  const [first, around] = networksOf(ip);
  return around?.name ?? first?.name.replace(/\.\d+$/, '.0/24') ?? 'unknown';
};
