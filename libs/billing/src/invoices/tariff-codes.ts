import type { Detail } from '#kernel';
import type { InvoiceContent } from '#contracts';
import type { LargeCatalogues } from '#sat';

const TARIFF_CODE = /(^|\.)FraccionArancelaria$/;

/**
 * The engine's finding about a tariff code as the API calls it: tariff_code_not_found where the catalogue does not have
 * it on the document's day, so that callers may branch on it; whatever else is wrong with one stays as it is.
 */
export const tariffCodes =
  (content: InvoiceContent, { fracciones }: LargeCatalogues, fecha: string) =>
  (detail: Detail): Detail => {
    const { path = '' } = detail;
    if (!TARIFF_CODE.test(path)) return detail;
    const key = valueAt(content, path);
    if (typeof key !== 'string' || fracciones.accepts(key, fecha)) return detail;
    const { source, location = 'body' } = detail;
    return { code: 'tariff_code_not_found', source, path, location, params: { key } };
  };

/** The value at a path such as `complements[0].data.Mercancias.Mercancia[1].FraccionArancelaria`. */
function valueAt(content: InvoiceContent, path: string): unknown {
  let value: unknown = content;
  for (const name of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}
