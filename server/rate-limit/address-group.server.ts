import ipaddr from 'ipaddr.js';

const grantedBits = 64;

/**
 * Rate-limit key of an address: for IPv6 its /64, the smallest network of a customer (RFC 6177), or a customer would
 * have as many limits as addresses. An IPv4 address written as IPv6 is the IPv4 address; any other text is its own key.
 */
export function addressGroup(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${grantedBits}`);
  return `${network.toString()}/${grantedBits}`;
}
