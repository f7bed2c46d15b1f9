// Names outside the IANA database, each with the zone to use. An abbreviation means several zones: the most common
// meaning is taken.

const byAbbreviation: Readonly<Record<string, string>> = {
  ...{ ACDT: 'Australia/Adelaide', ACST: 'Australia/Adelaide', ACT: 'Australia/Darwin' },
  ...{ ADT: 'America/Halifax', AEDT: 'Australia/Sydney', AEST: 'Australia/Sydney', AET: 'Australia/Sydney' },
  ...{ AGT: 'America/Argentina/Buenos_Aires', AKDT: 'America/Anchorage', AKST: 'America/Anchorage' },
  ...{ ART: 'America/Argentina/Buenos_Aires', AST: 'America/Halifax', AWST: 'Australia/Perth' },
  ...{ BET: 'America/Sao_Paulo', BRT: 'America/Sao_Paulo', BST: 'Europe/London', CAT: 'Africa/Maputo' },
  ...{ CDT: 'America/Chicago', CEST: 'Europe/Paris', CNT: 'America/St_Johns', CST: 'America/Chicago' },
  ...{ CTT: 'Asia/Shanghai', EAT: 'Africa/Nairobi', ECT: 'Europe/Paris', EDT: 'America/New_York' },
  ...{ EEST: 'Europe/Athens', GST: 'Asia/Dubai', HDT: 'America/Adak', HKT: 'Asia/Hong_Kong' },
  ...{ IDT: 'Asia/Jerusalem', IET: 'America/Indiana/Indianapolis', IST: 'Asia/Kolkata', JST: 'Asia/Tokyo' },
  ...{ KST: 'Asia/Seoul', MDT: 'America/Denver', MIT: 'Pacific/Apia', MSK: 'Europe/Moscow' },
  ...{ NDT: 'America/St_Johns', NET: 'Asia/Yerevan', NST: 'America/St_Johns', NZDT: 'Pacific/Auckland' },
  ...{ NZST: 'Pacific/Auckland', PDT: 'America/Los_Angeles', PKT: 'Asia/Karachi', PLT: 'Asia/Karachi' },
  ...{ PNT: 'America/Phoenix', PRT: 'America/Puerto_Rico', PST: 'America/Los_Angeles' },
  ...{ SAST: 'Africa/Johannesburg', SGT: 'Asia/Singapore', SST: 'Pacific/Guadalcanal' },
  ...{ VST: 'Asia/Ho_Chi_Minh', WAT: 'Africa/Lagos', WEST: 'Europe/Lisbon', WIB: 'Asia/Jakarta', Z: 'UTC' },
};

/** Names of the runtime's library (ICU) that IANA never had or has removed. */
const removed: Readonly<Record<string, string>> = {
  'SystemV/AST4': 'America/Puerto_Rico',
  'SystemV/AST4ADT': 'America/Halifax',
  'SystemV/EST5': 'America/Panama',
  'SystemV/EST5EDT': 'America/New_York',
  'SystemV/CST6': 'America/Regina',
  'SystemV/CST6CDT': 'America/Chicago',
  'SystemV/MST7': 'America/Phoenix',
  'SystemV/MST7MDT': 'America/Denver',
  'SystemV/PST8': 'Pacific/Pitcairn',
  'SystemV/PST8PDT': 'America/Los_Angeles',
  'SystemV/YST9': 'Pacific/Gambier',
  'SystemV/YST9YDT': 'America/Anchorage',
  'SystemV/HST10': 'Pacific/Honolulu',
  'US/Pacific-New': 'America/Los_Angeles',
  'Canada/East-Saskatchewan': 'America/Regina',
};

/** By the names of Windows: https://github.com/unicode-org/cldr/blob/main/common/supplemental/windowsZones.xml */
const byWindows: Readonly<Record<string, string>> = {
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'Arabian Standard Time': 'Asia/Dubai',
  'Argentina Standard Time': 'America/Argentina/Buenos_Aires',
  'Atlantic Standard Time': 'America/Halifax',
  'Central America Standard Time': 'America/Guatemala',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'Central Standard Time': 'America/Chicago',
  'China Standard Time': 'Asia/Shanghai',
  'E. Australia Standard Time': 'Australia/Brisbane',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'Eastern Standard Time': 'America/New_York',
  'Egypt Standard Time': 'Africa/Cairo',
  'FLE Standard Time': 'Europe/Kyiv',
  'GMT Standard Time': 'Europe/London',
  'GTB Standard Time': 'Europe/Bucharest',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'India Standard Time': 'Asia/Kolkata',
  'Israel Standard Time': 'Asia/Jerusalem',
  'Korea Standard Time': 'Asia/Seoul',
  'Mountain Standard Time': 'America/Denver',
  'New Zealand Standard Time': 'Pacific/Auckland',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Romance Standard Time': 'Europe/Paris',
  'Russian Standard Time': 'Europe/Moscow',
  'SE Asia Standard Time': 'Asia/Bangkok',
  'Singapore Standard Time': 'Asia/Singapore',
  'South Africa Standard Time': 'Africa/Johannesburg',
  'Taipei Standard Time': 'Asia/Taipei',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Turkey Standard Time': 'Europe/Istanbul',
  'US Mountain Standard Time': 'America/Phoenix',
  'UTC Standard Time': 'UTC',
  'W. Australia Standard Time': 'Australia/Perth',
  'W. Europe Standard Time': 'Europe/Berlin',
};

/** Zones of offsets that are no whole hours. */
const byOffset: Readonly<Record<string, string>> = {
  ...{ '-09:30': 'Pacific/Marquesas', '-03:30': 'America/St_Johns', '+03:30': 'Asia/Tehran' },
  ...{
    '+04:30': 'Asia/Kabul',
    '+05:30': 'Asia/Kolkata',
    '+05:45': 'Asia/Kathmandu',
    '+06:30': 'Asia/Yangon',
  },
  ...{ '+08:45': 'Australia/Eucla', '+09:30': 'Australia/Darwin', '+10:30': 'Australia/Lord_Howe' },
  '+12:45': 'Pacific/Chatham',
};

/** Names that are refused, each with the zone to use. */
export const knownNames = Object.entries({ ...byAbbreviation, ...removed, ...byWindows }).map(
  ([name, zone]) => ({ name, zone }),
);

const inLowerCase = new Map(knownNames.map(({ name, zone }) => [name.toLowerCase(), zone]));

/**
 * The zone to use instead of a name that is no zone: an abbreviation, an offset, a name of Windows or one of ICU.
 * @returns null for an unknown name
 */
export function zoneToUse(name: string): string | null {
  const trimmed = name.trim();
  const [, sign, hour = '', minute = '00'] =
    /^(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?([0-5]\d))?$/i.exec(trimmed) ?? [];
  if (sign === undefined) return inLowerCase.get(trimmed.toLowerCase().replaceAll(/\s+/g, ' ')) ?? null;
  const hours = Number(hour);
  if (minute !== '00') return byOffset[`${sign}${hour.padStart(2, '0')}:${minute}`] ?? null;
  if (hours === 0) return 'UTC';
  if (hours > (sign === '+' ? 14 : 12)) return null;
  // The signs of these names are reversed: https://github.com/eggert/tz/blob/main/etcetera
  return `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`;
}

/** Zones of names accepted while the runtime's library decided: jobs saved under them run as they did. */
const keptZones: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'ACT AET AGT BET CAT CNT CST CTT EAT ECT IET IST JST MIT NET PLT PNT PRT PST SST VST'
      .split(' ')
      .map((name) => [name, byAbbreviation[name] ?? '']),
  ),
  // ICU means others by these than people do: https://github.com/unicode-org/icu/blob/main/icu4c/source/tools/tzcode/icuzones
  ...{ ART: 'Africa/Cairo', AST: 'America/Anchorage', BST: 'Asia/Dhaka', NST: 'Pacific/Auckland' },
  ...removed,
};

/** The zone by which a job runs saved under a name of ICU; null for any other name. */
export function keptZoneOf(name: string): string | null {
  return Object.hasOwn(keptZones, name) ? (keptZones[name] ?? null) : null;
}
