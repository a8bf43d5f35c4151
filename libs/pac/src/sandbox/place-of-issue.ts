/**
 * The CFDI's Fecha is the local time of the place of issue (Anexo 20; CFDI40101), known by its postal code.
 * The provider compares it with its own clock, so it needs the zones that a postal code can lie in: by the two
 * first digits (the state), with the municipalities on the northern border that keep the neighbour's time.
 * Ley de los Husos Horarios en los Estados Unidos Mexicanos, DOF 28-10-2022.
 */

const CENTRAL = 'America/Mexico_City';

const ZONES: Readonly<Record<string, readonly string[]>> = {
  '21': ['America/Tijuana'],
  '22': ['America/Tijuana'],
  '23': ['America/Mazatlan'],
  '26': [CENTRAL, 'America/Matamoros'],
  '27': [CENTRAL, 'America/Matamoros'],
  '31': ['America/Chihuahua', 'America/Ojinaga', 'America/Ciudad_Juarez'],
  '32': ['America/Chihuahua', 'America/Ojinaga', 'America/Ciudad_Juarez'],
  '33': ['America/Chihuahua', 'America/Ojinaga', 'America/Ciudad_Juarez'],
  '63': ['America/Mazatlan', 'America/Bahia_Banderas'],
  '65': [CENTRAL, 'America/Matamoros'],
  '66': [CENTRAL, 'America/Matamoros'],
  '77': ['America/Cancun'],
  '80': ['America/Mazatlan'],
  '81': ['America/Mazatlan'],
  '82': ['America/Mazatlan'],
  '83': ['America/Hermosillo'],
  '84': ['America/Hermosillo'],
  '85': ['America/Hermosillo'],
  '87': [CENTRAL, 'America/Matamoros'],
  '88': [CENTRAL, 'America/Matamoros'],
};

const formatters = new Map<string, Intl.DateTimeFormat>();
const HOUR = 3_600_000;

function readOffset(zone: string, instantMs: number): number {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formatters.set(zone, formatter);
  }
  const name = formatter.formatToParts(instantMs).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const match = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name);
  if (!match) throw new RangeError(`no offset of the zone ${zone}`);
  const ms = (Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0)) * 60_000;
  return match[1] === '-' ? -ms : ms;
}

/** Offsets of the present hour, by zone: the clock of a provider only moves forward. */
const known = new Map<string, { hour: number; offset: number }>();

function offsetOf(zone: string, instantMs: number): number {
  const hour = Math.floor(instantMs / HOUR);
  const entry = known.get(zone);
  if (entry?.hour === hour) return entry.offset;
  const offset = readOffset(zone, hour * HOUR);
  known.set(zone, { hour, offset });
  return offset;
}

/** The smallest and largest local clocks (as milliseconds of a UTC clock showing the same) at a place. */
export function localClocks(postalCode: string, instantMs: number): { earliest: number; latest: number } {
  const offsets = (ZONES[postalCode.slice(0, 2)] ?? [CENTRAL]).map((zone) => offsetOf(zone, instantMs));
  return { earliest: instantMs + Math.min(...offsets), latest: instantMs + Math.max(...offsets) };
}

/** FechaTimbrado and the dates of acuses: `AAAA-MM-DDThh:mm:ss`, local time of central Mexico. */
export const centralTime = (instant: Date): string =>
  new Date(instant.getTime() + offsetOf(CENTRAL, instant.getTime())).toISOString().slice(0, 19);
