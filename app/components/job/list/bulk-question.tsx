import { Form } from '@remix-run/react';
import { TagField } from '#app/components/job/form/tag-field.tsx';
import { Card, CardBody } from '#app/components/ui/card.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import { PageHead } from '#app/components/ui/page-head.tsx';
import { deleteTitle, deleteWarning, tagTitle } from './bulk-words.ts';

export interface BulkQuestionData {
  act: 'delete' | 'tag';
  count: number;
  /** Hidden fields that name the jobs. */
  fields: Record<string, string>;
  /** URL of the list to return to. */
  to: string;
}

/** A dialog of the list, as a page. */
export function BulkQuestion({ act, count, fields, to }: BulkQuestionData) {
  const isDelete = act === 'delete';
  return (
    <>
      <PageHead title={isDelete ? deleteTitle(count) : tagTitle(count)} back={{ to, label: 'Dashboard' }} />
      <Card className="max-w-form">
        <CardBody>
          <Form method="post" action="/dashboard/jobs/bulk">
            <input type="hidden" name="act" value={act} />
            {Object.entries(fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <input type="hidden" name="redirectTo" value={to} />
            {isDelete ? (
              <>
                <input type="hidden" name="confirm" value="yes" />
                <p className="max-w-prose">{deleteWarning(count)}</p>
              </>
            ) : (
              <TagField tags={[]} />
            )}
            <div className="mt-5 flex gap-2">
              <ButtonLink to={to}>Cancel</ButtonLink>
              <Button type="submit" variant={isDelete ? 'solid-danger' : 'primary'}>
                {isDelete ? 'Delete' : 'Tag'}
              </Button>
            </div>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}

/** The page when no job was selected. */
export function NothingSelected() {
  return (
    <>
      <PageHead title="Selected Jobs" back={{ to: '/dashboard', label: 'Dashboard' }} />
      <p>No job is selected. Select some in the list first.</p>
    </>
  );
}
