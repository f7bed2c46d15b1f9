import { Form, useNavigation } from '@remix-run/react';
import { Button } from '#app/components/ui/input/button.tsx';

/** Posts the lines of a crontab to the preview of Import, which creates the jobs. Works without JavaScript. */
export function ImportLines({ crontab, isPrimary = false }: { crontab: string; isPrimary?: boolean }) {
  const isPending = useNavigation().formAction?.startsWith('/dashboard/import') ?? false;
  return (
    <Form method="post" action="/dashboard/import" encType="multipart/form-data" className="contents">
      <input type="hidden" name="text" value={crontab} />
      <input type="hidden" name="format" value="crontab" />
      <input type="hidden" name="from" value="form" />
      <Button
        type="submit"
        name="intent"
        value="preview"
        isPending={isPending}
        {...(isPrimary ? { variant: 'primary' } : { size: 'sm' })}
      >
        Preview Import
      </Button>
    </Form>
  );
}
