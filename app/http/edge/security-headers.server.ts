import type { RequestHandler } from 'express';
import { daySeconds } from '#domain/time/units.ts';

const hstsSeconds = 2 * 365 * daySeconds;

/** The Content-Security-Policy of every response (security.md section 5). */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    'report-to csp',
  ].join('; ');
}

// Badges of jobs are pictures for pages elsewhere.
const forOthers = /^\/badges\//;

/** Sets the security headers; the nonce is the one that the page renders with. */
export function securityHeaders({ origin }: { origin: string }): RequestHandler {
  return (request, response, next) => {
    response.set({
      'Content-Security-Policy': contentSecurityPolicy(response.locals.nonce),
      'Reporting-Endpoints': `csp="${origin}/api/csp-report"`,
      'Strict-Transport-Security': `max-age=${hstsSeconds}`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': forOthers.test(request.path) ? 'cross-origin' : 'same-origin',
    });
    next();
  };
}
