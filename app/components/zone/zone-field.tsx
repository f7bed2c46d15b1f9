import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { describedBy, Field } from '#app/components/ui/input/field.tsx';
import { Select } from '#app/components/ui/input/select.tsx';
import { ZoneBox } from './zone-box.tsx';
import {
  browserZone,
  findZone,
  type ZoneChoice,
  type ZoneChoices,
} from '#app/presenters/job-form/zone-choices.ts';

interface ZoneFieldProps {
  id: string;
  name: string;
  label: string;
  zones: ZoneChoices;
  initial: string;
  errors?: string[] | undefined;
  /** Chooses the browser's zone, unless the user has chosen one before hydration. */
  takesBrowserZone?: boolean | undefined;
}

/**
 * A time zone, found by typing. The form sends the native select, which a page without JavaScript shows; with
 * JavaScript a combobox hides it.
 */
export function ZoneField({ id, name, label, errors, initial, takesBrowserZone, ...props }: ZoneFieldProps) {
  const zones = withZone({ zones: props.zones, name: initial });
  const list = useRef<HTMLSelectElement>(null);
  const [chosen, setChosen] = useState(initial);
  const [isSearched, setSearched] = useState(false);
  useEffect(() => {
    setSearched(true);
    // After a return to the page, or before hydration, the user may have chosen already.
    setChosen(list.current?.value ?? initial);
    if (takesBrowserZone && list.current?.value === initial) takeBrowserZone({ list, zones });
    // Once: later changes are the user's choice.
  }, []);
  const isInvalid = errors?.length ? true : undefined;
  const described = describedBy({ id, errors });
  return (
    <Field id={id} label={label} errors={errors}>
      <Select
        ref={list}
        name={name}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        {...(isSearched
          ? { className: 'hidden', 'aria-hidden': true, tabIndex: -1 }
          : { id, 'aria-invalid': isInvalid, 'aria-describedby': described })}
      >
        <optgroup label="Common">
          <Options zones={zones.common} />
        </optgroup>
        <optgroup label="All">
          <Options zones={zones.all} />
        </optgroup>
      </Select>
      {isSearched ? (
        <ZoneBox
          id={id}
          zones={zones}
          chosen={chosen}
          isInvalid={isInvalid}
          describedBy={described}
          onChoose={(zone) => choose({ list, zone, isTyped: true })}
          onFail={() => {
            flushSync(() => setSearched(false));
            list.current?.focus();
          }}
        />
      ) : null}
    </Field>
  );
}

function Options({ zones }: { zones: ZoneChoice[] }) {
  return zones.map(({ id, offset }) => (
    <option key={id} value={id}>
      {id === 'UTC' || offset === '' ? id : `${id} (${offset})`}
    </option>
  ));
}

/** Adds a missing name to the list: an older zone appears as it was saved, a wrong one beside its error. */
function withZone({ zones, name }: { zones: ZoneChoices; name: string }): ZoneChoices {
  const { common, all } = zones;
  if ([...common, ...all].some(({ id }) => id === name)) return zones;
  const offset = findZone({ zones, name })?.offset ?? '';
  return { common: [...common, { id: name, offset }], all };
}

function takeBrowserZone({ list, zones }: { list: RefObject<HTMLSelectElement>; zones: ZoneChoices }): void {
  const here = browserZone(zones);
  if (here !== null && here !== list.current?.value) choose({ list, zone: here, isTyped: false });
}

/** Chooses a zone and notifies the form; a choice the user did not type is no unsaved text. */
function choose({
  list: { current: list },
  zone,
  isTyped,
}: {
  list: RefObject<HTMLSelectElement>;
  zone: string;
  isTyped: boolean;
}): void {
  if (!list) return;
  list.value = zone;
  if (isTyped) list.dispatchEvent(new Event('input', { bubbles: true }));
  list.dispatchEvent(new Event('change', { bubbles: true }));
}
