import { field, ignoreUnknown, ok, refuse, refuseFields, type Result } from '#kernel';
import {
  MAX_SERIES,
  noDefaultSeries,
  SERIES_NAME,
  type DefaultSeries,
  type InvoiceType,
  type OrganizationSeriesEvent,
} from '#contracts';

/** The series of invoices of an organization. Invoices may name others too: those are counted as well, but not listed. */
export interface Series {
  readonly names: readonly string[];
  /** By type of invoice, for those that name none. */
  readonly defaults: DefaultSeries;
}

export const noSeries: Series = { names: [], defaults: noDefaultSeries };

export function evolveSeries(state: Series, event: OrganizationSeriesEvent): Series {
  switch (event.type) {
    case 'SeriesAdded':
      return { ...state, names: [...state.names, event.data.series] };
    case 'SeriesRemoved':
      return { ...state, names: state.names.filter((name) => name !== event.data.series) };
    case 'DefaultSeriesSet':
      return { ...state, defaults: { ...state.defaults, [event.data.type]: event.data.series } };
    default:
      return ignoreUnknown(event, state);
  }
}

export type SeriesCommand =
  | { type: 'add-series'; series: string; at: string }
  | { type: 'remove-series'; series: string; at: string }
  | { type: 'set-default-series'; of: InvoiceType; series: string | null; at: string };

type Decision = Result<readonly OrganizationSeriesEvent[]>;

export function decideSeries(command: SeriesCommand, state: Series): Decision {
  switch (command.type) {
    case 'add-series':
      return addSeries(command, state);
    case 'remove-series':
      return removeSeries(command, state);
    case 'set-default-series':
      return setDefaultSeries(command, state);
  }
}

function addSeries(
  { series: sent, at }: SeriesCommand & { type: 'add-series' },
  { names }: Series,
): Decision {
  const series = sent.trim();
  if (!SERIES_NAME.test(series)) return refuseFields([field('series', 'invalid_format')]);
  if (names.includes(series)) return refuse('series_already_exists', { location: 'body', path: 'series' });
  if (names.length >= MAX_SERIES)
    return refuseFields([field('series', 'not_allowed', { message: TOO_MANY, params: { max: MAX_SERIES } })]);
  return ok([{ type: 'SeriesAdded', data: { series, at } }]);
}

/** A series that goes is nobody's default any more: the history says so of each type. */
function removeSeries(
  { series, at }: SeriesCommand & { type: 'remove-series' },
  { names, defaults }: Series,
): Decision {
  if (!names.includes(series)) return refuse('series_not_found', { location: 'params', path: 'series_name' });
  const types = (Object.keys(defaults) as InvoiceType[]).filter((type) => defaults[type] === series);
  return ok([
    ...types.map((type) => ({ type: 'DefaultSeriesSet', data: { type, series: null, at } }) as const),
    { type: 'SeriesRemoved', data: { series, at } },
  ]);
}

function setDefaultSeries(
  { of: type, series: sent, at }: SeriesCommand & { type: 'set-default-series' },
  { names, defaults }: Series,
): Decision {
  const series = sent === null ? null : sent.trim();
  if (series !== null && !names.includes(series)) return refuseFields([field('series', 'not_found')]);
  return ok(defaults[type] === series ? [] : [{ type: 'DefaultSeriesSet', data: { type, series, at } }]);
}

const TOO_MANY = {
  es: 'La organización ya tiene {max} series. Elimine una que no use para agregar otra.',
  en: 'The organization already has {max} series. Delete one that you do not use to add another.',
};
