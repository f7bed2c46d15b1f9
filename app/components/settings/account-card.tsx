import { Download, Trash2 } from 'lucide-react';
import { useDownload } from '#app/components/transfer/use-download.ts';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';

/** The account's data as a file, and a link to delete the account. */
export function AccountCard() {
  const { pending, onSubmit } = useDownload();
  return (
    <Card id="account" aria-labelledby="account-head">
      <CardHead id="account-head" title="Your Data" />
      <CardBody className="grid gap-5">
        <form
          method="get"
          action="/dashboard/settings/export.json"
          onSubmit={onSubmit}
          className="grid gap-3"
        >
          <p className="max-w-prose text-pretty text-muted">
            Everything that is kept of this account as one JSON file: profile, jobs with their changes and
            executions, notifications, sessions and the security log. Keys and secrets are listed by name,
            without values.
          </p>
          <div>
            <Button type="submit" icon={Download} isPending={pending !== null}>
              Export Everything
            </Button>
          </div>
        </form>
        <div className="grid gap-3 border-t border-border pt-5">
          <p className="max-w-prose text-pretty text-muted">
            Deleting the account stops all its jobs at once and removes them with their history. It cannot be
            undone.
          </p>
          <div>
            <ButtonLink to="/dashboard/settings/delete" variant="danger" icon={Trash2} className="-ml-2.5">
              Delete Account
            </ButtonLink>
          </div>
        </div>
      </CardBody>
    </Card>
  );
}
