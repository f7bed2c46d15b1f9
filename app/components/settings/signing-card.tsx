import { KeyRound, RefreshCw, Trash2 } from 'lucide-react';
import { SecretLine } from '#app/components/account/secret-line.tsx';
import { SecretNotes } from '#app/components/account/secret-notes.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import type { Settings } from '#app/presenters/settings/settings.server.ts';
import { ActButton } from './act-button.tsx';
import { signingSecretPath, useSigningSecret } from './use-signing-secret.ts';

interface SigningCardProps {
  signing: Settings['signing'];
}

/** Secret that signs requests and notifications, as in Standard Webhooks. */
export function SigningCard({ signing: { isMade, previousUntil, isRecent } }: SigningCardProps) {
  const secret = useSigningSecret();
  return (
    <Card id="signing" aria-labelledby="signing-head">
      <CardHead id="signing-head" title="Signing Secret" />
      <CardBody className="grid gap-4">
        <p className="max-w-prose text-pretty text-muted">
          With a secret, notifications and the requests of jobs that ask for it are signed by{' '}
          <a href="https://www.standardwebhooks.com/" rel="noreferrer">
            Standard Webhooks
          </a>
          , so that a receiver can verify that they come from you.
        </p>
        {isMade ? (
          <>
            <SecretLine
              label="Your signing secret"
              masked="whsec_…"
              revealed={secret}
              action={signingSecretPath}
              copiedText="Signing Secret Copied"
              what="the signing secret"
              anchor="signing"
            />
            <SecretNotes
              what="the signing secret"
              redirectTo="/dashboard/settings%23signing"
              isRecent={isRecent}
              previousUntil={previousUntil}
            />
            <div className="flex flex-wrap justify-end gap-2">
              <ActButton act="remove-signing-secret" icon={Trash2} variant="danger" onDone={secret.forget}>
                Remove
              </ActButton>
              <ActButton act="rotate-signing-secret" icon={RefreshCw} onDone={secret.forget}>
                Rotate
              </ActButton>
            </div>
          </>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p>No secret yet, so nothing is signed.</p>
            <ActButton act="make-signing-secret" icon={KeyRound}>
              Create Signing Secret
            </ActButton>
          </div>
        )}
      </CardBody>
    </Card>
  );
}
