import { Link, useLocation } from '@remix-run/react';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, CardBody, CardHead, Pair, Pairs } from '#app/components/ui/card.tsx';
import { CodeBlock } from '#app/components/ui/code-block.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { plural } from '#app/format/time-format.ts';
import type { WebhookDetail } from '#app/presenters/job/job-detail.ts';
import { searchWith } from '#app/query/history-address.ts';

// A payload may have thousands of lines.
const codeHeight = '[&>pre]:max-h-60 [&>pre]:overflow-auto';

/** The target and its request, and further pairs; values of secret headers stay masked until revealed. */
export function WebhookDetails({ webhook, children }: { webhook: WebhookDetail; children?: ReactNode }) {
  const { mail, headers, payload, curl } = webhook;
  const title = mail ? 'Email Details' : 'Webhook Details';
  const { search } = useLocation();
  return (
    <Card aria-label={title}>
      <CardHead title={title} />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Pairs>
          {mail ? <MailPairs {...mail} /> : <CallPairs webhook={webhook} />}
          <Pair label="Criterion">{webhook.criterion}</Pair>
          <Pair label="Timeout">
            {webhook.timeoutSeconds}s, {plural(webhook.retryCount, 'retry', 'retries')}
          </Pair>
          {webhook.auth === null ? null : <Pair label="Authentication">{webhook.auth}</Pair>}
          {webhook.followRedirects ? <Pair label="Redirects">Follows up to 5</Pair> : null}
          {webhook.retryWaits === null ? null : <Pair label="Retry Delays">{webhook.retryWaits}</Pair>}
          {children}
        </Pairs>
        {headers === null || mail ? null : (
          <Block
            title="Headers"
            end={
              webhook.hasMaskedHeaders ? (
                <Link
                  to={searchWith({ search, changes: { reveal: 'headers' } })}
                  preventScrollReset
                  className="font-medium"
                >
                  Reveal
                </Link>
              ) : null
            }
          >
            <CodeBlock code={headers} label="Headers" className={codeHeight} />
          </Block>
        )}
        {payload === null ? null : (
          <Block title={mail ? 'Message' : 'Payload'}>
            <CodeBlock code={payload} label={mail ? 'Message' : 'Payload'} className={codeHeight} />
          </Block>
        )}
        {curl === null ? null : (
          <Disclosure summary="As cURL">
            <CodeBlock
              code={curl}
              label="cURL command"
              language="shell"
              className={`mt-1.5 ${codeHeight}`}
              canCopy
            />
          </Disclosure>
        )}
      </CardBody>
    </Card>
  );
}

function CallPairs({ webhook }: { webhook: WebhookDetail }) {
  return (
    <>
      <Pair label="URL" isMono isFull>
        <TargetLink {...webhook} />
      </Pair>
      <Pair label="HTTP Method" isMono>
        {webhook.method}
      </Pair>
    </>
  );
}

function MailPairs({ address, subject }: NonNullable<WebhookDetail['mail']>) {
  return (
    <>
      <Pair label="To">{address}</Pair>
      {subject === null ? null : <Pair label="Subject">{subject}</Pair>}
    </>
  );
}

function TargetLink({ url, isLink }: Pick<WebhookDetail, 'url' | 'isLink'>) {
  if (!isLink) return url;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-flex max-w-full items-start gap-1.5"
    >
      <span className="min-w-0">{url}</span>
      <Icon of={ExternalLink} size={14} className="mt-[3px]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function Block({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <div className="mb-1.5 flex items-center justify-between text-xs text-muted">
        <h3 className="font-medium">{title}</h3>
        {end}
      </div>
      {children}
    </div>
  );
}
