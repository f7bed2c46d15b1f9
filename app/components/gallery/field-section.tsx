import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Input, SearchInput } from '#app/components/ui/input/input.tsx';
import { RadioGroup } from '#app/components/ui/input/radio-group.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import { Textarea } from '#app/components/ui/input/textarea.tsx';
import { GallerySection } from './kit-row.tsx';

const overlap = [
  { value: 'skip', label: 'Skip', hint: 'Recorded as skipped' },
  { value: 'queue', label: 'Queue', hint: 'Starts when the run ends' },
  { value: 'allow', label: 'Allow', hint: 'Both run side by side' },
];

const error = ['Never runs: February has no day 31.'];

export function FieldSection() {
  return (
    <GallerySection title="Fields">
      <div className="grid gap-x-6 gap-y-5 border-t border-border px-4 py-4 sm:grid-cols-3 sm:px-5 sm:pb-5">
        <Field id="kit-input" label="Rest" hint="Seconds, 1 to 300">
          <Input id="kit-input" defaultValue="30" aria-describedby="kit-input-description" />
        </Field>
        <Field id="kit-focus" label="Focus" hint="Every weekday at 09:00, UTC">
          <Input
            id="kit-focus"
            isMono
            defaultValue="0 9 * * 1-5"
            data-look="focus"
            aria-describedby="kit-focus-description"
          />
        </Field>
        <Field id="kit-invalid" label="Invalid" errors={error}>
          <Input
            id="kit-invalid"
            isMono
            defaultValue="0 0 31 2 *"
            aria-invalid
            aria-describedby={describedBy({ id: 'kit-invalid', errors: error })}
          />
        </Field>
        <Field id="kit-read" label="Disabled" hint="Email cannot be changed">
          <Input
            id="kit-read"
            defaultValue="ops@acme.example"
            readOnly
            aria-describedby="kit-read-description"
          />
        </Field>
        <Field id="kit-select" label="Select">
          <Select id="kit-select">
            <option>America/New_York (UTC-05:00)</option>
          </Select>
        </Field>
        <div className="grid content-start gap-1.5">
          <span aria-hidden className="font-medium">
            Search
          </span>
          <SearchInput label="Search jobs" placeholder="Search jobs..." />
        </div>
        <Field id="kit-text" label="Payload" isOptional className="sm:col-span-2">
          <Textarea id="kit-text" isMono defaultValue={'{ "until": "{{scheduled_for}}" }'} />
        </Field>
        <RadioGroup
          id="kit-overlap"
          name="kit-overlap"
          label="If the last run is still going"
          choices={overlap}
          defaultValue="skip"
          className="sm:grid-cols-1"
        />
      </div>
    </GallerySection>
  );
}
