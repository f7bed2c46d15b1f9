import { useLocation } from '@remix-run/react';
import { Eye, EyeOff } from 'lucide-react';
import type { FormEvent } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Card, CardBody, CardHead, Fact, Facts } from '#app/components/ui/card.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { useToast } from '#app/components/ui/toast.tsx';
import { KeyedCode, type DocsKey } from './keyed-code.tsx';

interface KeyCardProps {
  apiKey: DocsKey;
  baseUrl: string;
  plan: string;
  callsPerMinute: number;
}

/** The key, how it is sent, and what every call has in common. */
export function KeyCard({ apiKey, baseUrl, plan, callsPerMinute }: KeyCardProps) {
  return (
    <Card aria-labelledby="key">
      <CardHead id="key" title="API Key" note="Whoever has it can read and change your jobs." />
      <CardBody className="grid gap-4">
        <KeyLine apiKey={apiKey} />
        <div className="grid gap-1.5">
          <h3 className="font-medium">Authentication</h3>
          <p className="text-muted">Send the key as a bearer token with every call:</p>
          <KeyedCode
            code={`Authorization: Bearer ${apiKey.masked}`}
            apiKey={apiKey}
            label="Authorization header"
            language="headers"
            className="[&>pre]:py-3 [&>pre]:pr-24 max-sm:[&>pre]:wrap-anywhere max-sm:[&>pre]:whitespace-pre-wrap"
          />
        </div>
      </CardBody>
      <div className="border-t border-border">
        <Facts label="What every call has in common">
          <Fact label="Base URL" isWide className="mono font-medium" sub="JSON in and out">
            {baseUrl}
          </Fact>
          <Fact label="Rate Limit" sub={plan}>
            {callsPerMinute} calls a minute
          </Fact>
          <Fact label="Lists" sub="up to 100 with per_page">
            20 a page
          </Fact>
          <Fact label="Times" isWide sub="ISO 8601">
            UTC
          </Fact>
        </Facts>
      </div>
    </Card>
  );
}

/** Shows and copies the key. Without a script the form answers it as text. */
function KeyLine({ apiKey }: { apiKey: DocsKey }) {
  const { masked, shown, isPending, show, hide, take } = apiKey;
  const { pathname } = useLocation();
  const showToast = useToast();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (shown === null) show();
    else hide();
  };
  return (
    <form
      method="post"
      action="/dashboard/api-key"
      onSubmit={submit}
      className="flex flex-wrap items-center gap-2"
    >
      <input type="hidden" name="from" value={pathname} />
      <code
        aria-label="Your API key"
        role="group"
        className="flex min-h-9 min-w-0 flex-1 basis-72 items-center rounded-control border border-border bg-sunken px-3 py-1.5 wrap-anywhere"
      >
        {shown ?? masked}
      </code>
      <span className="flex gap-2 max-sm:flex-1 max-sm:*:flex-1">
        <Button type="submit" icon={shown === null ? Eye : EyeOff} isPending={isPending}>
          {shown === null ? 'Show' : 'Hide'}
        </Button>
        <CopyButton
          size="md"
          text={take}
          onCopied={() => showToast({ message: 'API Key Copied', tone: 'success' })}
        />
      </span>
    </form>
  );
}
