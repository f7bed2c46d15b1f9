import { Form } from '@remix-run/react';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import type { SettingsQuestion } from '#app/content/settings-questions.ts';

/** The confirmation as a page, for forms sent without JavaScript. */
export function QuestionPage({
  question,
  fields,
}: {
  question: SettingsQuestion;
  /** Fields of the form that led here. */
  fields: Record<string, string>;
}) {
  const { title, text, confirmLabel, cancelLabel = 'Cancel', isHarmless } = question;
  return (
    <>
      <PageHead
        title={title(fields['label'] ?? '')}
        back={{ to: '/dashboard/settings', label: 'Settings' }}
      />
      <Card className="max-w-form">
        <CardBody>
          <p className="mb-5 max-w-prose">{text}</p>
          <Form method="post" className="flex flex-wrap gap-2">
            {Object.entries({ ...fields, confirm: 'yes' }).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <ButtonLink to="/dashboard/settings">{cancelLabel}</ButtonLink>
            <Button type="submit" variant={isHarmless ? 'primary' : 'solid-danger'}>
              {confirmLabel}
            </Button>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}
