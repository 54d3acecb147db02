import { networksOf } from './network';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:999.0.0.1', 'unknown'],
  ['x'.repeat(4000), 'unknown'],
  ['', 'unknown'],
])('counts %.50s as the single network %s', (ip, network) =>
  expect(networksOf(ip)).toEqual([{ kind: 'ipv4', name: network }]),
);

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
])('counts %s in both %s and %s', (ip, subscriber, site) =>
  expect(networksOf(ip)).toEqual([
    { kind: 'ipv6-64', name: subscriber },
    { kind: 'ipv6-48', name: site },
  ]),
);
