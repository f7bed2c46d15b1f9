import { getSelectProps, type FieldMetadata } from '@conform-to/react';
import { useState } from 'react';
import { Field } from '#app/components/ui/field.tsx';
import { SearchInput } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';

export interface ZoneChoice {
  id: string;
  /** "UTC+01:00" at the moment the page was made. */
  offset: string;
  /** Older names by which it is found too, such as Europe/Kiev. */
  old?: string | undefined;
}

export interface ZoneChoices {
  common: ZoneChoice[];
  all: ZoneChoice[];
}

/** Every zone of the IANA list, the ten of the specification first (D12), narrowed by what is searched. */
export function ZoneSelect({ field, zones }: { field: FieldMetadata<string>; zones: ZoneChoices }) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(field.initialValue ?? 'UTC');
  const { key, defaultValue: _, ...control } = getSelectProps(field);
  const matches = ({ id, offset, old = '' }: ZoneChoice) =>
    id === chosen ||
    wordsOf(search).every((word) =>
      `${id} ${offset} ${old}`.toLowerCase().replaceAll('_', ' ').includes(word),
    );
  const [common, all] = [zones.common.filter(matches), zones.all.filter(matches)];
  const found = [...common, ...all].filter(({ id }) => id !== chosen).length;
  return (
    <Field id={field.id} label="Timezone" errors={field.errors}>
      <Select
        key={key}
        {...control}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        <optgroup label="Common">
          <Options zones={common} />
        </optgroup>
        <optgroup label="All">
          <Options zones={all} />
        </optgroup>
      </Select>
      <div className="no-script:hidden">
        <SearchInput
          label="Narrow the zones"
          placeholder="Narrow the list: paris, tokyo, +05:30"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter would send the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <p aria-live="polite" className="mt-1 text-xs text-muted empty:hidden">
          {search.trim() === ''
            ? ''
            : found === 0
              ? 'No other matching zones.'
              : found === 1
                ? '1 zone found.'
                : `${found} zones found.`}
        </p>
      </div>
    </Field>
  );
}

const wordsOf = (text: string) => text.toLowerCase().replaceAll('_', ' ').split(/\s+/).filter(Boolean);

function Options({ zones }: { zones: ZoneChoice[] }) {
  return zones.map(({ id, offset }) => (
    <option key={id} value={id}>
      {id === 'UTC' ? id : `${id} (${offset})`}
    </option>
  ));
}
