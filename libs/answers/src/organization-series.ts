import { ignoreUnknown } from '#kernel';
import type { OrganizationRow, OrganizationSeriesEvent } from '#contracts';
import type { Told } from './told.js';

/** An organization's row after something happened to its series. */
export function withSeries(row: OrganizationRow, event: Told<OrganizationSeriesEvent>): OrganizationRow {
  const after = { ...row, revision: event.revision };
  switch (event.type) {
    case 'SeriesAdded':
      return { ...after, series: [...row.series, event.data.series] };
    case 'SeriesRemoved':
      return { ...after, series: row.series.filter((name) => name !== event.data.series) };
    case 'DefaultSeriesSet': {
      const { type, series } = event.data;
      const { customization } = row.doc;
      const default_series = { ...customization.default_series, [type]: series };
      return { ...after, doc: { ...row.doc, customization: { ...customization, default_series } } };
    }
    default:
      return ignoreUnknown(event, row);
  }
}
