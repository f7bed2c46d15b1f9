import ipaddr from 'ipaddr.js';

const grantedBits = 64;

/**
 * What an address counts as: of IPv6 the /64 that it is in, the least that a customer is given (RFC 6177), or one of them
 * would have as many limits as it has addresses. An IPv4 address written as IPv6 is the IPv4 address; any other text
 * stands for itself.
 */
export function addressGroup(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${grantedBits}`);
  return `${network.toString()}/${grantedBits}`;
}
