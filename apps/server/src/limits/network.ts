import { isIP } from 'node:net';

/**
 * The network that limits count: an IPv4 address, or the /64 of an IPv6 subscriber. All invalid addresses, which a
 * careless proxy may pass on, count as one network.
 */
export const networkOf = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  const version = isIP(mapped ?? ip);
  if (version !== 6) return version === 4 ? (mapped ?? ip) : 'unknown';
  const [head = '', tail] = ip.replace(/%.*/, '').toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.slice(0, 4).join(':')}::/64`;
};
