import { Link } from '@remix-run/react';
import { RefreshCw } from 'lucide-react';
import { SecretLine } from '#app/components/account/secret-line.tsx';
import { useShownApiKey } from '#app/components/api-docs/use-api-key.ts';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import {
  Cell,
  HeaderCell,
  Row,
  SecondLine,
  Table,
  TableBody,
  TableHead,
} from '#app/components/ui/data-table.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import type { Settings } from '#app/presenters/settings/settings.server.ts';
import { plans } from '#domain/plan.ts';
import { ActButton } from './act-button.tsx';
import { AddKeyForm } from './add-key-form.tsx';
import { useRowFocus } from './use-row-focus.ts';

type Key = Settings['keys']['listed'][number];

/** The account's key, masked until revealed, and further keys, each for one purpose. */
export function ApiKeysCard({ keys: { tier, listed, defaultKey } }: { keys: Settings['keys'] }) {
  const others = listed.filter(({ isDefault }) => !isDefault);
  const rows = useRowFocus(others.length);
  return (
    <Card id="api-keys" aria-labelledby="api-keys-head">
      <CardHead
        id="api-keys-head"
        title="API Key"
        hint="Anyone with this key can read and change your jobs."
        isWrapping
        end={
          <ActButton act="regenerate-key" icon={RefreshCw} variant="danger" className="-mx-2.5">
            Regenerate
          </ActButton>
        }
      />
      <CardBody className="grid gap-2">
        {/* A new key starts masked. */}
        <KeyLine key={defaultKey?.id} masked={defaultKey?.masked} />
        <p className="text-xs text-muted">
          {plans[tier].hasApiAccess ? (
            <UsedText usedAt={defaultKey?.usedAt ?? null} />
          ) : (
            <>
              Requests with a key need <Link to={{ hash: 'subscription' }}>Premium or Ultimate</Link>. The key
              works as soon as you upgrade.
            </>
          )}
        </p>
      </CardBody>
      <div ref={rows} className="border-t border-border">
        <h3 className="px-4 pt-4 pb-1 font-semibold sm:px-5">Further Keys</h3>
        {others.length > 0 ? (
          <KeyTable keys={others} />
        ) : (
          <p className="px-4 pb-1 text-pretty text-muted sm:px-5">
            None yet. Create a key for each program, so you can revoke one without affecting the others.
          </p>
        )}
        <AddKeyForm />
      </div>
    </Card>
  );
}

/** Revealing creates the key of an account without one. */
function KeyLine({ masked = 'pnc_live_…' }: { masked: string | undefined }) {
  return (
    <SecretLine
      label="Your API key"
      masked={masked}
      revealed={useShownApiKey('api-keys')}
      action="/dashboard/api-key"
      copiedText="API Key Copied"
      what="the key"
      anchor="api-keys"
    />
  );
}

function UsedText({ usedAt }: { usedAt: number | null }) {
  if (usedAt === null) return <>It has not been used yet.</>;
  return (
    <>
      Last used <Time at={usedAt} />, <Relative at={usedAt} />.
    </>
  );
}

function KeyTable({ keys }: { keys: Key[] }) {
  return (
    <Table caption="Further API keys" className="table-fixed">
      <TableHead>
        <HeaderCell className="w-auto">Name</HeaderCell>
        <HeaderCell className="w-32 max-sm:w-28">Last Used</HeaderCell>
        <HeaderCell className="w-32 max-lg:hidden">Created</HeaderCell>
        <HeaderCell className="w-24">
          <span className="sr-only">Actions</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {keys.map(({ id, name, scope, masked, usedAt, madeAt }) => (
          <Row key={id} data-row>
            <Cell>
              <span className="flex min-w-0 flex-wrap items-center gap-x-2">
                <span className="min-w-0 truncate font-medium" title={name}>
                  {name}
                </span>
                <Tag isPlain>{scope === 'read' ? 'Read' : 'Read and write'}</Tag>
              </span>
              <SecondLine isMono>{masked}</SecondLine>
            </Cell>
            <Cell>
              {usedAt === null ? <span className="text-muted">Never</span> : <Relative at={usedAt} />}
            </Cell>
            <Cell className="max-lg:hidden">
              <Time at={madeAt} />
            </Cell>
            <Cell>
              <span className="flex justify-end">
                <ActButton
                  act="revoke-key"
                  fields={{ id: String(id), label: name }}
                  variant="danger"
                  size="sm"
                  label={`Revoke ${name}`}
                >
                  Revoke
                </ActButton>
              </span>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
