import { Form, useNavigation } from '@remix-run/react';
import { useRef } from 'react';
import { FormErrors } from '#app/components/form/form-errors.tsx';
import { useKeptFields } from '#app/components/form/kept-fields.ts';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import type { FormResult } from '#app/http/forms/form-action.server.ts';

const hint = 'Every page says it within 5 seconds. Empty for none.';

/** Banner for every page, for example about maintenance. */
export function NoticeCard({ notice, result }: { notice: string; result: FormResult | undefined }) {
  const errors = result?.result?.error?.['notice'] ?? undefined;
  const typed = result?.result?.initialValue?.['notice'];
  const field = { id: 'notice', hint, ...(errors && { errors }) };
  const isPending = useNavigation().state === 'submitting';
  const form = useRef<HTMLFormElement>(null);
  useKeptFields({ form, action: '/admin/settings', result });
  return (
    <Card aria-labelledby="notice-head">
      <CardHead id="notice-head" title="Maintenance Banner" />
      <CardBody>
        <Form ref={form} method="post" noValidate className="grid gap-4">
          <FormErrors id="notice-errors" errors={result?.result?.error?.[''] ?? undefined} />
          <Field {...field} label="Banner">
            <Input
              key={notice}
              id="notice"
              name="notice"
              maxLength={300}
              defaultValue={typeof typed === 'string' ? typed : notice}
              aria-invalid={errors ? true : undefined}
              aria-describedby={describedBy(field)}
            />
          </Field>
          <div className="flex justify-end">
            <Button type="submit" isPending={isPending} className="max-sm:w-full">
              Save Banner
            </Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}
