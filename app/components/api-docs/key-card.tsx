import { SecretLine } from '#app/components/account/secret-line.tsx';
import { Card, CardBody, CardHead, Fact, Facts } from '#app/components/ui/card.tsx';
import { KeyedCode, type DocsKey } from './keyed-code.tsx';

interface KeyCardProps {
  apiKey: DocsKey;
  baseUrl: string;
  plan: string;
  callsPerMinute: number;
}

/** The key, how to send it, and the facts common to all calls. */
export function KeyCard({ apiKey, baseUrl, plan, callsPerMinute }: KeyCardProps) {
  return (
    <Card aria-labelledby="key">
      <CardHead id="key" title="API Key" hint="Anyone with this key can read and change your jobs." />
      <CardBody className="grid gap-4">
        <SecretLine
          label="Your API key"
          masked={apiKey.masked}
          revealed={apiKey}
          action="/dashboard/api-key"
          copiedText="API Key Copied"
          what="the key"
        />
        <div className="grid gap-1.5">
          <h3 className="font-medium">Authentication</h3>
          <p className="text-muted">Send the key as a bearer token with every request:</p>
          <KeyedCode
            code={`Authorization: Bearer ${apiKey.masked}`}
            apiKey={apiKey}
            label="Authorization header"
            language="headers"
            className="[&>pre]:py-3 max-sm:[&>pre]:wrap-anywhere max-sm:[&>pre]:whitespace-pre-wrap"
          />
        </div>
      </CardBody>
      <div className="border-t border-border">
        <Facts label="Common to all requests">
          <Fact
            label="Base URL"
            isWide
            className="mono font-medium wrap-anywhere whitespace-normal"
            sub="JSON in and out"
          >
            {baseUrl}
          </Fact>
          <Fact label="Rate Limit" sub={plan}>
            {callsPerMinute} requests a minute
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
