import ipaddr from 'ipaddr.js';
import { remember } from '#domain/remember.ts';

// Callable addresses: those of the public internet (security.md section 2).

const globalUnicast6 = ipaddr.parseCIDR('2000::/3');

// Metadata services of clouds: these issue credentials, so no setting allows them. The third is public by its class,
// yet on some clouds it is the host of the machine.
const metadata4 = ipaddr.parseCIDR('169.254.0.0/16');
const metadata6 = ipaddr.parse('fd00:ec2::254').toString();
const hostOfMachine = '168.63.129.16';

/**
 * True if an address is on the public internet. An IPv6 address with an embedded IPv4 one (mapped, NAT64, 6to4, Teredo)
 * is not: no target needs that spelling, and it hides the real address.
 */
export const isPublicAddress = remember((address: string): boolean => {
  // A zone names a network card of this machine.
  if (!ipaddr.isValid(address) || address.includes('%') || isMetadataAddress(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Beyond 2000::/3 nothing is assigned, and "unicast" is only what the classes leave over, such as ::127.0.0.1.
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast6);
});

/** Addresses that stay closed even when OUTBOUND_ALLOW_TARGETS names them. */
export const isMetadataAddress = remember((address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.match(metadata4) || parsed.toString() === hostOfMachine;
  return parsed.toString() === metadata6;
});

/** One spelling for each address, so two can be compared. */
export const normalIpAddress = remember((address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address,
);
