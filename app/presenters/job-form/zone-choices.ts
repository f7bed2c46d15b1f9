export interface ZoneChoice {
  id: string;
  /** "UTC+01:00" at the moment the page was made; empty for a name the server does not know. */
  offset: string;
  /** Names of the countries it is used in, the main one first. */
  countries?: string[] | undefined;
  /** Such as EST and EDT. */
  abbreviations?: string[] | undefined;
  /** Older names, such as Europe/Kiev. */
  old?: string[] | undefined;
  /** Names that are no zone and mostly mean this one, such as BST or Pacific Standard Time. */
  meant?: string[] | undefined;
}

export interface ZoneChoices {
  common: ZoneChoice[];
  all: ZoneChoice[];
}

/** The zone of that name, by an older name too. */
export function findZone({ zones, name }: { zones: ZoneChoices; name: string }): ZoneChoice | null {
  const all = [...zones.common, ...zones.all];
  return all.find(({ id }) => id === name) ?? all.find(({ old }) => old?.includes(name)) ?? null;
}

/** The zone of the browser by its current name; null where the list has none for it. */
export function browserZone(zones: ZoneChoices): string | null {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return findZone({ zones, name })?.id ?? null;
}
