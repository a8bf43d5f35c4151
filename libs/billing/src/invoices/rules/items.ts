import { field, type Detail } from '#kernel';
import type { InvoiceItem, Tax } from '#contracts';
import {
  impuestoOf,
  isRateAllowed,
  regimenesFiscales,
  type LargeCatalogue,
  type LargeCatalogues,
} from '#sat';
import { rateHints } from '../../products/rate-hints.js';
import { customsKeys } from './customs-keys.js';

interface KeyChecks {
  readonly product: (key: string, path: string) => Detail[];
  readonly unit: (key: string, path: string) => Detail[];
  readonly customs: (item: InvoiceItem, path: string) => Detail[];
}

/** Keys must be in force on the document's day. The same few come on thousands of lines: each is looked up once. */
export function keyChecks(large: LargeCatalogues, date: string): KeyChecks {
  const checks = (catalogue: LargeCatalogue, name: string, code: string): KeyChecks['product'] => {
    const accepted = new Map<string, boolean>();
    return (key, path) => {
      const known = accepted.get(key) ?? catalogue.accepts(key, date);
      accepted.set(key, known);
      return known ? [] : [field(`${path}.${name}`, code, { params: { key } })];
    };
  };
  return {
    product: checks(large.productos, 'product_key', 'product_key_not_found'),
    unit: checks(large.unidades, 'unit_key', 'unit_key_not_found'),
    customs: customsKeys(large, date),
  };
}

export function itemProblems(item: InvoiceItem, index: number, keys: KeyChecks, day: string): Detail[] {
  const { product, parts, third_party } = item;
  const path = `items[${index}]`;
  return [
    ...keys.customs(item, path),
    ...keys.product(product.product_key, `${path}.product`),
    ...keys.unit(product.unit_key, `${path}.product`),
    ...product.taxes.flatMap((tax, at) => rateProblems(tax, `${path}.product.taxes[${at}]`, day)),
    ...parts.flatMap((part, at) => keys.product(part.product_key, `${path}.parts[${at}]`)),
    ...(third_party && !regimenesFiscales.has(third_party.tax_system, day)
      ? [field(`${path}.third_party.tax_system`, 'tax_system_not_in_catalog')]
      : []),
  ];
}

/** A rate of c_TasaOCuota, for taxes and factors that go together at all (which the engine says). */
function rateProblems({ type, factor, rate, withholding }: Tax, path: string, day: string): Detail[] {
  const impuesto = impuestoOf(type);
  if (!impuesto) return [field(`${path}.type`, 'invalid_value')];
  const possible = (withholding || impuesto.traslado) && (factor === 'Tasa' || type === 'IEPS');
  if (factor === 'Exento' || !possible) return [];
  if (isRateAllowed({ impuesto: impuesto.key, factor, retencion: withholding, tasa: rate }, day)) return [];
  return [
    field(`${path}.rate`, 'invalid_value', {
      message: {
        es: 'La tasa {rate} no existe para {type} en la fecha del comprobante (¿quiso decir {suggestion}?) (valores posibles: {values}). ({code})',
        en: 'The rate {rate} does not exist for {type} on the date of the document (did you mean {suggestion}?) (possible values: {values}). ({code})',
      },
      params: {
        ...{ rate, type, code: withholding ? 'CFDI40185' : 'CFDI40179' },
        ...rateHints({ type, factor, rate, withholding }),
      },
    }),
  ];
}
