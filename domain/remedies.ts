import type { JobType } from '#domain/job/choices.ts';
import type { OutcomeReason } from '#domain/outcome.ts';
import type { ErrorCode } from './execution.ts';
import { mostRedirects, payloadKept, type RedirectEnd, redirectEndOf } from './redirect-ends.ts';

/** Why a fire did not run, or an execution ended without its target's doing. */

export interface Remedy {
  /** Cause of the error. */
  explanation: string;
  /** Advice for its owner. */
  remedy: string;
}

/** The reason, in a verdict, of a handshake with a port that does not speak TLS. */
export const notTls = 'the server did not respond with TLS';

/** The reason, in a verdict, of a token request the limit of its domain holds back. */
export const tokenCapped = 'the domain of the token URL has reached its request limit for this minute';

interface RemedyContext {
  /** Host of the last URL, called or refused, or the address of an email (`calledHost`). */
  host: string;
  statusCode: number | null;
  timeoutSeconds: number;
  /** Type of the job; webhook if omitted. */
  type?: JobType | undefined;
  /** Redirects followed to reach that host. */
  redirects?: number | undefined;
  /** The verdict distinguishes errors of one code. */
  verdict?: string | null | undefined;
}

const errors: Record<ErrorCode, (facts: RemedyContext) => Remedy> = {
  target_not_allowed: ({ host, redirects, verdict }) => {
    if (redirects) return remedyOfRefusedRedirect({ host, verdict });
    return {
      explanation: `${host} is a private or reserved address, uses a blocked port, or is one of our own hosts. Nothing was sent.`,
      remedy: 'Use an address that is reachable from the public internet, over http or https.',
    };
  },
  dns_failed: ({ host }) => ({
    explanation: `No name server returned an address for ${host}.`,
    remedy: `Check the spelling of ${host}, and that its DNS record exists.`,
  }),
  connect_failed: ({ host }) => ({
    explanation: `${host} refused the connection, or did not accept it within 5 seconds.`,
    remedy:
      'Check that the server is running, that the port is right and that its firewall allows the connection.',
  }),
  tls_failed: ({ host, verdict }) => {
    if (verdict?.includes(notTls))
      return {
        explanation: `${host} accepted the connection but does not speak TLS on this port. It probably serves plain HTTP.`,
        remedy: 'Use http:// in the URL, or the port that serves HTTPS.',
      };
    return {
      explanation: `The certificate of ${host} is not valid for that name, has expired or has an incomplete chain, or the server supports nothing newer than TLS 1.1.`,
      remedy: 'Renew the certificate and serve the full chain. Invalid certificates are never accepted.',
    };
  },
  timeout: ({ timeoutSeconds }) => ({
    explanation: `From DNS lookup to last byte, the request exceeded this job's ${timeoutSeconds} s timeout.`,
    remedy: `Respond early (for example with 202) and do the work afterwards${timeoutSeconds < 300 ? ', or raise the timeout (max. 300 s)' : ''}.`,
  }),
  protocol_error: ({ type, statusCode }) => {
    if (type === 'email')
      return {
        explanation:
          'The connection to the mail server ended before it said whether it accepted the message.',
        remedy: 'Ask the recipient whether the email arrived; retries can deliver it twice.',
      };
    const remedy = 'Check the logs of the server, and of any proxy in front of it, around this time.';
    return statusCode === null
      ? {
          explanation: 'The connection ended before a status line arrived, or the response was not HTTP.',
          remedy,
        }
      : {
          explanation:
            'The status line arrived, but the rest of the response was cut off or not valid HTTP. The target may have done its work, so a POST or PATCH is not retried.',
          remedy,
        };
  },
  status_rejected: (facts) => remedyOfRedirectEnd(facts) ?? remedyOfStatus(facts.statusCode),
  pattern_missing: () => ({
    explanation:
      'The status was accepted, but the success pattern does not occur in the first 256 KiB of the response.',
    remedy: 'Compare the response with the pattern of this job, and change the one that is wrong.',
  }),
  pattern_present: () => ({
    explanation:
      'The status was accepted, but the failure pattern occurs in the first 256 KiB of the response.',
    remedy: 'Read the response to see what went wrong at the target. If nothing did, change the pattern.',
  }),
  pattern_timeout: () => ({
    explanation: 'Matching the pattern against the response took longer than 250 ms.',
    remedy: 'Simplify the pattern, or match a shorter text.',
  }),
  token_failed: ({ host, verdict }) =>
    verdict?.includes(tokenCapped)
      ? {
          explanation: `No access token was requested, so nothing was sent to ${host}: the domain of the token URL has reached your plan's request limit for this minute.`,
          remedy: 'Spread the jobs that use this domain over different minutes, or run them less often.',
        }
      : {
          explanation: `The token URL of this job issued no access token, so nothing was sent to ${host}.`,
          remedy:
            'Check the token URL, client ID, client secret and scope under Authentication, and that the client may use the client_credentials grant.',
        },
  email_unconfirmed: ({ host }) => ({
    explanation: `${host} has not confirmed that this job may send email to it.`,
    remedy: 'Send the confirmation request from the page of the job, and have the recipient open its link.',
  }),
  email_limited: ({ host }) => ({
    explanation: `${host} has already received 10 emails this hour, the limit across all jobs.`,
    remedy: 'Run the job less often, or use another address.',
  }),
  email_refused: ({ host }) => ({
    explanation: `The mail server did not accept the message for ${host}.`,
    remedy: 'Check the address. The status code and the response give the reason.',
  }),
  worker_lost: () => ({
    explanation:
      'One of our processes stopped while the request was in flight. Whether the target did its work is unknown.',
    remedy:
      'Nothing is wrong on your side. Look for the webhook-id in the log of the target; if it is not there, use Replay.',
  }),
};

/** Explanation and remedy for every error code of security.md section 2. */
export function remedyOf({ code, ...facts }: RemedyContext & { code: string }): Remedy | null {
  return Object.hasOwn(errors, code) ? errors[code as ErrorCode](facts) : null;
}

function remedyOfRefusedRedirect({ host, verdict }: Pick<RemedyContext, 'host' | 'verdict'>): Remedy {
  if (verdict?.includes(payloadKept))
    return {
      explanation: `A redirect leads to another origin, ${host}, and the payload contains a secret. Nothing was sent there.`,
      remedy:
        'If that origin may have the secret, call it directly. Otherwise, remove the secret from the payload.',
    };
  return {
    explanation: `A redirect leads to ${host}, which is a private or reserved address, uses a blocked port, or is one of our own hosts. The target received the request; nothing was sent to ${host}.`,
    remedy:
      'Make the target redirect to an address on the public internet, or call such an address directly.',
  };
}

const redirectEndRemedies: Record<RedirectEnd, Remedy> = {
  too_many: {
    explanation: `The target redirected more than ${mostRedirects} times. A job follows at most ${mostRedirects} redirects in one attempt.`,
    remedy: 'Call the address that the redirects end at, or have the target redirect there at once.',
  },
  loop: {
    explanation: 'The redirects of the target form a loop: the last one leads back to an earlier request.',
    remedy:
      'Fix the redirects of the target, or call the address that they should lead to. Cookies are not kept, so a redirect that waits for one comes back.',
  },
  capped: {
    explanation:
      'The target redirects to a domain that has reached the request limit of your plan for this minute. Nothing was sent there.',
    remedy: 'Spread the jobs that call this domain over different minutes, or run them less often.',
  },
  busy: {
    explanation:
      'The target redirects to a host that had as many calls out as we make there at once, until the timeout of this job. Nothing was sent there.',
    remedy: 'Spread the jobs that lead to this host over different minutes, or raise the timeout.',
  },
};

/** For a job that follows redirects and stopped at one. */
function remedyOfRedirectEnd({ statusCode, redirects = 0, verdict }: RemedyContext): Remedy | null {
  const end = redirectEndOf(verdict);
  if (end) return redirectEndRemedies[end];
  if (redirects === 0 || statusCode === null || statusCode < 300 || statusCode > 399) return null;
  return {
    explanation: 'The last redirect of the target has no address in it that can be followed.',
    remedy: 'Fix the redirects of the target, or call the address that they should lead to.',
  };
}

function remedyOfStatus(statusCode: number | null): Remedy {
  const of = (explanation: string, remedy: string) => ({ explanation, remedy });
  switch (statusCode) {
    case 400:
    case 415:
    case 422:
      return of(
        'The target did not accept the request.',
        'Compare the payload and the content-type header with what it expects.',
      );
    case 401:
    case 403:
      return of(
        'The target did not accept the credentials, or they lack permission.',
        'Check the credentials of this job and replace them if they have expired.',
      );
    case 404:
    case 410:
      return of(
        'The target has nothing at this address.',
        'Check the path of the URL. Three consecutive 410 responses pause the job.',
      );
    case 405:
      return of(
        'The target does not accept this method at this address.',
        'Change the HTTP method of this job.',
      );
    case 408:
    case 504:
      return of(
        'The target, or a proxy in front of it, timed out.',
        'Respond early (for example with 202) and do the work afterwards.',
      );
    case 413:
      return of(
        'The payload is larger than the target accepts.',
        'Send less, or raise the limit at the target.',
      );
    case 429:
      return of(
        'The target is rate-limiting these requests.',
        'Run the job less often, or raise the limit at the target.',
      );
  }
  if (statusCode !== null && statusCode >= 500)
    return of("Something failed on the target's side.", 'Check its logs for this time.');
  if (statusCode !== null && statusCode >= 300 && statusCode < 400)
    return of(
      'The target redirects to another address, and this job did not follow the redirect.',
      'Call that address directly, or turn on Follow redirects.',
    );
  return of(
    'This job does not count the status as a success.',
    'If nothing is wrong at the target, add the status to the accepted statuses of this job.',
  );
}

const reasons: Record<OutcomeReason, Remedy> = {
  overlap: {
    explanation: 'The previous run was still in progress, and this job does not allow overlap.',
    remedy: 'Choose Queue or Allow as the overlap rule, run the job less often, or make its runs shorter.',
  },
  owner: {
    explanation: 'You skipped this run, or paused or changed the job before it could continue.',
    remedy: 'Nothing needs fixing. Use Run Now if you want it to run anyway.',
  },
  limit: {
    explanation: 'Too many requests to this host were due at once, and the next run was due before its turn.',
    remedy: 'Spread the jobs of this host over different minutes, or run them less often.',
  },
  tier: {
    explanation: 'Your account is suspended, so its jobs do not run.',
    remedy: 'Contact us to have the account reinstated.',
  },
  outage: {
    explanation: 'Punctual was down when this run was due, and the catch-up rule of this job left it out.',
    remedy:
      'Nothing is wrong on your side. Choose All as the catch-up rule to make up for every run missed in the last hour.',
  },
  worker_lost: errors.worker_lost({ host: '', statusCode: null, timeoutSeconds: 0 }),
};

export const endReasons = Object.keys(reasons) as OutcomeReason[];

/** Why a fire did not run, and what to do about it. */
export function remedyOfReason(reason: OutcomeReason): Remedy {
  return reasons[reason];
}
