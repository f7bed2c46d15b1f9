import { Download } from 'lucide-react';
import { useDownload } from '#app/components/transfer/use-download.ts';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { Checkbox, CheckLabel } from '#app/components/ui/input/checkbox.tsx';

const formats = [
  { format: 'json', label: 'JSON' },
  { format: 'yaml', label: 'YAML' },
  { format: 'crontab', label: 'Crontab' },
];

/** All jobs as a file. A plain GET form: its buttons also download without JavaScript. */
export function ExportCard() {
  const { pending, onSubmit } = useDownload();
  return (
    <Card>
      <CardHead title="Export All Jobs" />
      <CardBody>
        <form method="get" action="/dashboard/export.json" onSubmit={onSubmit} className="grid gap-4">
          <p className="text-muted">
            All three formats can be imported again. With an external_id, importing a changed file updates a
            job instead of adding a new one.
          </p>
          <CheckLabel
            control={<Checkbox name="secrets" value="shown" />}
            hint="Otherwise they are masked, and an import keeps the saved ones. Named secrets never leave."
          >
            With the values of secret headers
          </CheckLabel>
          <div className="flex flex-wrap gap-2">
            {formats.map(({ format, label }) => (
              <Button
                key={format}
                type="submit"
                formAction={`/dashboard/export.${format}`}
                icon={Download}
                isPending={pending === `/dashboard/export.${format}`}
              >
                {label}
              </Button>
            ))}
          </div>
        </form>
      </CardBody>
    </Card>
  );
}
