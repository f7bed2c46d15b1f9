import { expect, test } from 'vitest';
import { isMetadataAddress, isPublicAddress } from './address-class.server.ts';

test.each([
  '1.1.1.1',
  '93.184.216.34',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.1.1',
  '2606:4700::1111',
  '2a00:1450:4001::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['this host', '0.0.0.0'],
  ['this host', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['metadata', '169.254.169.254'],
  ['link-local', '169.254.1.1'],
  ['carrier NAT', '100.64.0.1'],
  ['metadata of another cloud', '100.100.100.200'],
  ['host of the machine', '168.63.129.16'],
  ['protocol assignments', '192.0.0.192'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['benchmarking', '198.18.0.1'],
  ['6to4 relay', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['mapped', '::ffff:127.0.0.1'],
  ['mapped', '::ffff:8.8.8.8'],
  ['mapped', '::ffff:a9fe:a9fe'],
  ['compatible', '::127.0.0.1'],
  ['translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::a00:1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001:0:7f00:1::'],
  ['unique local', 'fc00::1'],
  ['metadata', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['discard', '100::1'],
  ['segment routing', '5f00::1'],
  ['unassigned', '4000::1'],
  ['a public address with a zone', '2606:4700::1111%eth0'],
  ['a name', 'example.com'],
  ['nothing', ''],
])('%s is not public: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '169.254.169.254',
  '169.254.0.1',
  '::ffff:169.254.169.254',
  'fd00:ec2::254',
  'fd00:0ec2:0::0254',
  '168.63.129.16',
])('%s serves credentials of the machine', (address) => {
  expect(isMetadataAddress(address)).toBe(true);
});

test.each(['127.0.0.1', '::1', 'fd00:ec2::253', 'not an address'])('%s does not', (address) => {
  expect(isMetadataAddress(address)).toBe(false);
});
