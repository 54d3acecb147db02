import { isIP } from 'node:net';

/**
 * The network that a limit counts: an IPv4 address, or the /64 that one IPv6 subscriber has. What a proxy passes on
 * unchecked and is no address counts as one network, however it is spelt.
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
