import type { FaultCode } from './execution.ts';

/** Why a fire did not run, or an execution ended without its target's doing. */
type EndReason = 'overlap' | 'owner' | 'limit' | 'tier' | 'outage' | 'worker_lost';

export interface Remedy {
  /** What stands behind the fault. */
  explanation: string;
  /** What its owner can do about it. */
  remedy: string;
}

/** The reason, in a verdict, of a handshake with a port that does not speak TLS. */
export const notTls = 'what the server speaks is not TLS';

/** The reason, in a verdict, of a redirect that would take a secret to another origin. */
export const payloadKept = 'leads to another origin, and the payload holds a secret';

/** The reason, in a verdict, of a redirect that the limit of its domain holds back. */
export const redirectCapped = 'leads to a domain that has had its calls of this minute';

/** The reason, in a verdict, of redirects that end where they began. */
export const redirectsCircle = 'the redirects run in a circle';

interface FaultFacts {
  /** Host of the last URL, called or refused, or the address of an email (`calledHost`). */
  host: string;
  statusCode: number | null;
  timeoutSeconds: number;
  /** Of the job; a webhook where it is not said. */
  type?: 'webhook' | 'email' | undefined;
  /** Redirects that led to that host. */
  redirects?: number | undefined;
  /** The verdict tells errors of one code apart. */
  verdict?: string | null | undefined;
}

const faults: Record<FaultCode, (facts: FaultFacts) => Remedy> = {
  target_not_allowed: ({ host, redirects, verdict }) => {
    if (redirects) return remedyOfRefusedRedirect({ host, verdict });
    return {
      explanation: `${host} is a private or reserved address, a port that is not called, or one of our own hosts. Nothing was sent.`,
      remedy: 'Use an address that the public internet can reach, over http or https.',
    };
  },
  dns_failed: ({ host }) => ({
    explanation: `No name server gave an address for ${host}.`,
    remedy: `Check the spelling of ${host}, and that its DNS record exists.`,
  }),
  connect_failed: ({ host }) => ({
    explanation: `${host} refused the connection, or did not take it within 5 seconds.`,
    remedy: 'Check that the server is running, that the port is right and that its firewall lets calls in.',
  }),
  tls_failed: ({ host, verdict }) => {
    if (verdict?.includes(notTls))
      return {
        explanation: `${host} accepted the connection, but does not speak TLS on this port: most likely it speaks plain HTTP.`,
        remedy: 'Use http:// in the URL, or the port on which the server speaks HTTPS.',
      };
    return {
      explanation: `The certificate of ${host} is not valid for that name, has expired or lacks its chain, or the server knows nothing newer than TLS 1.1.`,
      remedy: 'Renew the certificate and serve the whole chain. A broken certificate is never accepted.',
    };
  },
  timeout: ({ timeoutSeconds }) => ({
    explanation: `From DNS lookup to last byte, the request exceeded this job's ${timeoutSeconds} s timeout.`,
    remedy: `Answer early, such as 202, and do the work afterwards${timeoutSeconds < 300 ? ', or raise the timeout; 300s is the most' : ''}.`,
  }),
  protocol_error: ({ type, statusCode }) => {
    if (type === 'email')
      return {
        explanation: 'The connection to the mail server ended before it said whether it took the message.',
        remedy: 'Ask the recipient whether the mail arrived; retries can deliver it twice.',
      };
    const remedy = 'Check the logs of the server, and of any proxy in front of it, around this time.';
    return statusCode === null
      ? { explanation: 'The connection ended before a status line came, or what came was not HTTP.', remedy }
      : {
          explanation:
            'The status line came, but the rest of the response broke off or was not valid HTTP. The target may have done its work, so a POST or PATCH is not tried again.',
          remedy,
        };
  },
  status_rejected: (facts) => remedyOfRedirectEnd(facts) ?? remedyOfStatus(facts.statusCode),
  pattern_missing: () => ({
    explanation:
      'The status was accepted, but the success pattern does not occur in the first 256 KiB of the answer.',
    remedy: 'Compare the answer with the pattern of this job, and change the one that is wrong.',
  }),
  pattern_present: () => ({
    explanation:
      'The status was accepted, but the failure pattern occurs in the first 256 KiB of the answer.',
    remedy:
      'Read the answer: it tells what went wrong at the target. If all is well there, change the pattern.',
  }),
  pattern_timeout: () => ({
    explanation: 'Matching the pattern against the answer took longer than 250 ms.',
    remedy: 'Simplify the pattern, or match a shorter text.',
  }),
  email_unconfirmed: ({ host }) => ({
    explanation: `${host} has not allowed this job to write to it.`,
    remedy: 'Send the confirmation from the page of the job and have the link in it opened.',
  }),
  email_limited: ({ host }) => ({
    explanation: `${host} already got the 10 mails that an address gets within an hour, over all jobs.`,
    remedy: 'Run the job less often, or write to another address.',
  }),
  email_refused: ({ host }) => ({
    explanation: `The mail server did not take the message for ${host}.`,
    remedy: 'Check the address. The status code and the answer name the reason of the server.',
  }),
  worker_lost: () => ({
    explanation:
      'One of our processes stopped while the call was out: whether the target did its work is not known.',
    remedy:
      'Nothing is wrong on your side. Look for the webhook-id in the log of the target; if it is absent, use Replay.',
  }),
};

/** What a fault means and what to do about it; the codes of security.md section 2, none left out. */
export function remedyOf({ code, ...facts }: FaultFacts & { code: string }): Remedy | null {
  return Object.hasOwn(faults, code) ? faults[code as FaultCode](facts) : null;
}

function remedyOfRefusedRedirect({ host, verdict }: Pick<FaultFacts, 'host' | 'verdict'>): Remedy {
  if (verdict?.includes(payloadKept))
    return {
      explanation: `A redirect leads to ${host}, which is another origin, and the payload holds a secret. Nothing was sent there.`,
      remedy:
        'Call the address that the redirect leads to, if it may have the secret, or take the secret out of the payload.',
    };
  return {
    explanation: `A redirect leads to ${host}: a private or reserved address, a port that is not called, or one of our own hosts. The target got the request; nothing was sent to ${host}.`,
    remedy:
      'Have the target redirect to an address on the public internet, or call such an address yourself.',
  };
}

/** Of a job that follows redirects, and stopped at one. */
function remedyOfRedirectEnd({ statusCode, redirects = 0, verdict }: FaultFacts): Remedy | null {
  if (verdict?.includes(redirectCapped))
    return {
      explanation:
        'The target redirects to a domain that already got the calls that it gets from your plan within a minute. Nothing was sent there.',
      remedy: 'Spread the jobs that lead to this domain over different minutes, or run them less often.',
    };
  const hasFollowed = redirects > 0 || verdict?.includes(redirectsCircle);
  if (!hasFollowed || statusCode === null || statusCode < 300 || statusCode > 399) return null;
  return {
    explanation: 'The redirects of the target lead in a circle, on for too long, or nowhere.',
    remedy: 'Mend the redirects of the target, or call the address that they should lead to.',
  };
}

function remedyOfStatus(statusCode: number | null): Remedy {
  const of = (explanation: string, remedy: string) => ({ explanation, remedy });
  switch (statusCode) {
    case 400:
    case 415:
    case 422:
      return of(
        'The target did not accept what was sent.',
        'Compare the payload and the content-type header with what it expects.',
      );
    case 401:
    case 403:
      return of(
        'The target did not accept the credentials, or does not allow them to do this.',
        'Renew the token or key in the headers of this job.',
      );
    case 404:
    case 410:
      return of(
        'The target has nothing at this address.',
        'Check the path of the URL. Three answers of 410 in a row pause the job.',
      );
    case 405:
      return of(
        'The target does not take this method at this address.',
        'Change the HTTP method of this job.',
      );
    case 408:
    case 504:
      return of(
        'The target, or a proxy before it, waited too long for the work to be done.',
        'Answer early, such as 202, and do the work afterwards.',
      );
    case 413:
      return of(
        'The payload is larger than the target takes.',
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
      'The target points to another address, and this job did not follow it there.',
      'Call the address that it points to, or turn on Follow redirects.',
    );
  return of(
    'This job does not count the status as a success.',
    'Accept the status in the criterion of this job if all is well at the target.',
  );
}

const reasons: Record<EndReason, Remedy> = {
  overlap: {
    explanation: 'The run before was still going, and this job lets no two runs overlap.',
    remedy: 'Choose Queue or Allow under overlap, run less often, or make the run shorter.',
  },
  owner: {
    explanation: 'You skipped it, or paused or changed the job before it could go on.',
    remedy: 'Nothing has to be mended. Use Run Now if it should run all the same.',
  },
  limit: {
    explanation: 'Too many calls to this host were due at once, and the next fire came before its turn.',
    remedy: 'Spread the jobs of this host over different minutes, or run them less often.',
  },
  tier: {
    explanation: 'Your account is suspended: no fire is called.',
    remedy: 'Write to us to have the account opened again.',
  },
  outage: {
    explanation: 'Punctual was down when this fire was due, and the catch-up rule of this job left it out.',
    remedy:
      'Nothing is wrong on your side. Choose All under catch-up to have every fire of the last hour run late.',
  },
  worker_lost: faults.worker_lost({ host: '', statusCode: null, timeoutSeconds: 0 }),
};

export const endReasons = Object.keys(reasons) as EndReason[];

/** Why a fire did not run, and what to do about it. */
export function remedyOfReason(reason: EndReason): Remedy {
  return reasons[reason];
}
