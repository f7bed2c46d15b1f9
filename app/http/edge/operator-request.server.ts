import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

const forwarding = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'] as const;

/**
 * Reports whether a request is an operator's: it comes from this machine itself, or carries the operator token. The
 * socket says where it comes from; what a proxy on this machine passes on comes from elsewhere.
 * @param token empty: only this machine counts
 */
export function isOperator({ request, token }: { request: IncomingMessage; token: string }): boolean {
  const isForwarded = forwarding.some((name) => request.headers[name] !== undefined);
  if (!isForwarded && isLoopback(request.socket.remoteAddress)) return true;
  const [, given] = /^Bearer ([\x21-\x7e]+)$/.exec(request.headers.authorization ?? '') ?? [];
  return token !== '' && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

const digest = (text: string) => createHash('sha256').update(text).digest();
