import { Plus } from 'lucide-react';
import { FormErrors } from '#app/components/form/form-errors.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '#app/components/ui/data-table.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { Textarea } from '#app/components/ui/input/textarea.tsx';
import { Time } from '#app/components/ui/time.tsx';
import type { Settings } from '#app/presenters/settings/settings.server.ts';
import { ActButton } from './act-button.tsx';
import { useRowFocus } from './use-row-focus.ts';
import { useSettingsForm } from './use-settings-form.ts';

const nameHint = 'Letters, digits and underscores. Saving an existing name replaces its value.';
const valueHint = 'At most 4 KiB. It is never shown again, only sent with requests.';

/** Named secrets, write-only: URLs, headers and payloads of jobs refer to them by name (D41). */
export function SecretsCard({ secrets }: { secrets: Settings['secrets'] }) {
  const rows = useRowFocus(secrets.length);
  return (
    <Card id="secrets" aria-labelledby="secrets-head">
      <CardHead
        id="secrets-head"
        title="Secrets"
        hint={secrets.length > 0 ? `${secrets.length} of 50` : null}
      />
      <div ref={rows}>
        {secrets.length > 0 ? (
          <SecretTable secrets={secrets} />
        ) : (
          <p className="px-4 pb-1 text-pretty text-muted sm:px-5">
            None yet. Write <code>{'{{secret.NAME}}'}</code> in the URL, a header or the payload of a job, and
            its value is filled in at the call.
          </p>
        )}
        <SecretForm />
      </div>
    </Card>
  );
}

function SecretTable({ secrets }: { secrets: Settings['secrets'] }) {
  return (
    <Table caption="Secrets" className="table-fixed">
      <TableHead>
        <HeaderCell>Name</HeaderCell>
        <HeaderCell className="w-40 max-sm:hidden">Changed</HeaderCell>
        <HeaderCell className="w-24">
          <span className="sr-only">Actions</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {secrets.map(({ name, updatedAt }) => (
          <Row key={name} data-row>
            <Cell className="truncate" title={name}>
              <code>{name}</code>
            </Cell>
            <Cell className="max-sm:hidden">
              <Time at={updatedAt} />
            </Cell>
            <Cell>
              <span className="flex justify-end">
                <ActButton
                  act="delete-secret"
                  fields={{ name, label: name }}
                  variant="danger"
                  size="sm"
                  label={`Delete ${name}`}
                >
                  Delete
                </ActButton>
              </span>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function SecretForm() {
  const { Form, props, formErrors, isPending, field } = useSettingsForm({ name: 'secret', isCleared: true });
  const name = field('name');
  const value = field('value');
  return (
    <Form {...props} data-after-rows className="grid gap-4 p-4 sm:p-5">
      <FormErrors id="secret-errors" errors={formErrors} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field id={name.id} label="Name" hint={nameHint} errors={name.errors}>
          <Input
            {...name.control}
            isMono
            maxLength={64}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="BILLING_TOKEN"
            aria-describedby={describedBy({ ...name, hint: nameHint })}
          />
        </Field>
        <Field id={value.id} label="Value" hint={valueHint} errors={value.errors}>
          <Textarea
            {...value.control}
            isMono
            rows={1}
            autoComplete="off"
            autoCapitalize="off"
            aria-describedby={describedBy({ ...value, hint: valueHint })}
          />
        </Field>
      </div>
      <div className="flex justify-end">
        <Button type="submit" icon={Plus} isPending={isPending} className="max-sm:w-full">
          Save Secret
        </Button>
      </div>
    </Form>
  );
}
