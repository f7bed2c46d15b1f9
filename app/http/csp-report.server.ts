import { z } from 'zod';
import { parseUrl } from '#domain/text/parse-url.ts';

const mostReports = 10;

const modern = z.array(
  z.object({
    type: z.string(),
    body: z.object({
      documentURL: z.string().default(''),
      effectiveDirective: z.string().default(''),
      blockedURL: z.string().default(''),
    }),
  }),
);
const legacy = z.object({
  'csp-report': z.object({
    'document-uri': z.string().default(''),
    'effective-directive': z.string().default(''),
    'blocked-uri': z.string().default(''),
  }),
});

/** A violation as the security log keeps it: paths and hosts only, since queries may carry secrets. */
export interface Violation {
  page: string;
  directive: string;
  blocked: string;
}

/** The violations in a report of either kind that browsers send, at most ten; null for anything else. */
export function violationsOf(text: string): Violation[] | null {
  const parsed = z.union([modern, legacy]).safeParse(parse(text));
  if (!parsed.success) return null;
  if (!Array.isArray(parsed.data)) {
    const report = parsed.data['csp-report'];
    return [
      violation({
        page: report['document-uri'],
        directive: report['effective-directive'],
        blocked: report['blocked-uri'],
      }),
    ];
  }
  return parsed.data
    .filter(({ type }) => type === 'csp-violation')
    .slice(0, mostReports)
    .map(({ body }) =>
      violation({ page: body.documentURL, directive: body.effectiveDirective, blocked: body.blockedURL }),
    );
}

function violation({ page, directive, blocked }: Violation): Violation {
  return {
    page: parseUrl(page)?.pathname ?? '',
    directive: /^[a-z-]{1,40}$/.test(directive) ? directive : 'unknown',
    // `inline`, `eval` and the like are kept unchanged; the origin of an address is enough.
    blocked: parseUrl(blocked)?.origin ?? blocked.replace(/[^a-z-]/g, '').slice(0, 40),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
