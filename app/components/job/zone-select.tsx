import type { FieldMetadata } from '@conform-to/react';
import { SelectField } from '#app/components/form/bound-field.tsx';

export interface ZoneChoice {
  id: string;
  /** "UTC+01:00" at the moment the page was made. */
  offset: string;
}

export interface ZoneChoices {
  common: ZoneChoice[];
  all: ZoneChoice[];
}

/** Every zone of the IANA list, the ten of the specification first (D12); the browser's list is searched by typing. */
export function ZoneSelect({ field, zones }: { field: FieldMetadata<string>; zones: ZoneChoices }) {
  return (
    <SelectField field={field} label="Timezone">
      <optgroup label="Common">
        <Options zones={zones.common} />
      </optgroup>
      <optgroup label="All">
        <Options zones={zones.all} />
      </optgroup>
    </SelectField>
  );
}

function Options({ zones }: { zones: ZoneChoice[] }) {
  return zones.map(({ id, offset }) => (
    <option key={id} value={id}>
      {id === 'UTC' ? id : `${id} (${offset})`}
    </option>
  ));
}
