import { Check } from 'lucide-react';
import { Fragment } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { matchZones } from './match-zones.ts';
import { zonePanel } from './zone-panel.ts';
import { browserZone, type ZoneChoice, type ZoneChoices } from '#app/presenters/job-form/zone-choices.ts';

// Search and list of the combobox, loaded when the combobox gets the focus (docs/decisions/051).

export interface ZoneGroup {
  label: string;
  zones: ZoneChoice[];
}

interface ZoneListProps {
  box: {
    listId: string;
    /** Id of an option by its index in the list. */
    optionId: (place: number) => string;
    groups: ZoneGroup[];
    count: number;
    /** Index of the option that Enter chooses. */
    active: number | null;
    isSearching: boolean;
    take: (zone: ZoneChoice) => void;
  };
  chosen: string;
}

function ZoneList({ box, chosen }: ZoneListProps) {
  if (box.count === 0)
    return (
      <p className={cn(zonePanel, 'p-3 text-xs text-muted')}>
        No matching zones. Search for a city, a country, an abbreviation, or an offset such as +05:30.
      </p>
    );
  const starts = box.groups.map((_, index) =>
    box.groups.slice(0, index).reduce((sum, { zones }) => sum + zones.length, 0),
  );
  return (
    <div id={box.listId} role="listbox" aria-label="Time zones" className={zonePanel}>
      {box.groups.map(({ label, zones }, group) => (
        <div key={label} role="group" aria-label={label}>
          {box.isSearching ? null : (
            <div aria-hidden className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
              {label}
            </div>
          )}
          {zones.map((zone, index) => {
            const place = (starts[group] ?? 0) + index;
            return (
              <Option
                key={zone.id}
                id={box.optionId(place)}
                zone={zone}
                isActive={place === box.active}
                isChosen={zone.id === chosen}
                onTake={() => box.take(zone)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  zone: ZoneChoice;
  isActive: boolean;
  isChosen: boolean;
  onTake: () => void;
}

function Option({ id, zone, isActive, isChosen, onTake }: OptionProps) {
  const { countries = [], abbreviations = [] } = zone;
  const about = [...countries.slice(0, 1), ...abbreviations].filter((text) => text !== zone.id).join(', ');
  return (
    // Keyboard users choose through the field, which points here.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter in the field takes it
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTake}
      className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-2 py-1 aria-selected:bg-brand-soft hovered:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className={cn('block wrap-anywhere', isChosen && 'font-medium')}>{breakable(zone.id)}</span>
        {about === '' ? null : <span className="block truncate text-xs text-muted">{about}</span>}
      </span>
      {isChosen ? (
        <>
          <Icon of={Check} size={14} />
          <span className="sr-only">, chosen,</span>
        </>
      ) : null}
      <span className="shrink-0 text-xs text-muted tabular-nums">{zone.offset}</span>
    </div>
  );
}

/** Allows a break after a slash or an underscore in a long name. */
const breakable = (id: string) =>
  id.split(/(?<=[/_])/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));

/**
 * Zones that match a text, or all of them, the browser's first.
 * @returns `sure` is the zone that the text clearly means
 */
function findGroups({ zones, typed }: { zones: ZoneChoices; typed: string | null }) {
  if (typed !== null && typed.trim() !== '') {
    const { zones: found, sure } = matchZones({ zones, typed });
    return { groups: filled([{ label: 'Matches', zones: found }]), sure };
  }
  const { common, all } = zones;
  const here = browserZone(zones);
  const others = (list: ZoneChoice[]) => list.filter(({ id }) => id !== here);
  const groups = [
    { label: 'Your browser', zones: [...common, ...all].filter(({ id }) => id === here) },
    { label: 'Common', zones: others(common) },
    { label: 'All', zones: others(all) },
  ];
  return { groups: filled(groups), sure: null };
}

const filled = (groups: ZoneGroup[]) => groups.filter(({ zones }) => zones.length > 0);

const page = 7;

/** Index of the active option after a key; undefined for a key that moves nothing. */
function activeAfter({ key, active, count }: { key: string; active: number; count: number }) {
  const last = count - 1;
  if (key === 'ArrowDown') return active === last ? 0 : active + 1;
  if (key === 'ArrowUp') return active === 0 ? last : active - 1;
  if (key === 'PageDown') return Math.min(active + page, last);
  if (key === 'PageUp') return Math.max(active - page, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

const countText = (count: number) =>
  count === 0 ? 'No matching zones.' : count === 1 ? '1 zone found.' : `${count} zones found.`;

export const zoneSearch = { findGroups, activeAfter, countText, ZoneList };

export type ZoneSearch = typeof zoneSearch;
