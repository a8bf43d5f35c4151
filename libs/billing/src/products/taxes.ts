import { field, parseDecimal, sixDecimals, type Detail } from '#kernel';
import type { LocalTaxInput, ProductFields, TaxInput } from '#contracts';
import { IEPS, impuestoOf, isRateAllowed, objetosImp, tasasOCuotas } from '#sat';
import { barProblems } from '../bar.js';
import { rateHints } from './rate-hints.js';

type Tax = ProductFields['taxes'][number];
type LocalTax = ProductFields['local_taxes'][number];

/** The taxes that a product has when none are sent. */
export const defaultTaxes = (taxability: string): readonly Tax[] =>
  taxability === '02' ? [completeTax({ rate: '0.16' })] : [];

/** A tax with its defaults: IVA as a rate, carried over, with IEPS summed before other taxes. */
export const completeTax = (input: TaxInput): Tax => ({
  type: input.type ?? 'IVA',
  factor: input.factor ?? 'Tasa',
  rate: sixDecimals(input.rate ?? '0') ?? '0',
  base: input.base == null ? null : (sixDecimals(input.base) ?? null),
  withholding: input.withholding ?? false,
  ieps_mode: input.ieps_mode ?? 'sum_before_taxes',
});

export const completeLocalTax = (input: LocalTaxInput): LocalTax => ({
  type: input.type?.replace(/\s+/g, ' ').trim() ?? '',
  rate: sixDecimals(input.rate ?? '0') ?? '0',
  base: input.base == null ? null : (sixDecimals(input.base) ?? null),
  withholding: input.withholding ?? false,
});

const ONLY_WITHHELD = {
  es: 'El ISR solo se retiene: envíe "{path}" con el valor true.',
  en: 'ISR is only ever withheld: send "{path}" with the value true.',
};

/**
 * What is wrong with one tax: it must be one that the tax authority's catalogue of rates has (CFDI40175 ff.).
 * @param tax the same with its defaults, where that is known
 */
export function taxProblems(input: TaxInput, path: string, tax: Tax = completeTax(input)): Detail[] {
  const impuesto = impuestoOf(tax.type);
  if (!impuesto) return [field(`${path}.type`, 'invalid_value', { params: { values: 'IVA, ISR, IEPS' } })];
  const exento = tax.factor === 'Exento';
  if (input.rate == null && !exento) return [field(`${path}.rate`, 'required')];
  // Income tax is only ever withheld (c_Impuesto).
  if (!tax.withholding && !impuesto.traslado)
    return [field(`${path}.withholding`, 'invalid_value', { message: ONLY_WITHHELD })];
  const rows = tasasOCuotas.entries;
  const isOfIt = (row: (typeof rows)[number]): boolean =>
    row.impuesto === impuesto.key && (tax.withholding ? row.retencion : row.traslado);
  if (exento ? tax.withholding : !rows.some((row) => row.factor === tax.factor && isOfIt(row))) {
    const factors = new Set(rows.filter(isOfIt).map(({ factor }) => factor));
    return [field(`${path}.factor`, 'invalid_value', { params: { values: [...factors].join(', ') } })];
  }
  const allowed = isRateAllowed({
    impuesto: impuesto.key,
    factor: tax.factor,
    retencion: tax.withholding,
    ...(!exento && { tasa: tax.rate }),
  });
  const problems = allowed ? [] : [field(`${path}.rate`, 'invalid_value', { params: rateHints(tax) })];
  if (tax.base?.startsWith('-')) problems.push(field(`${path}.base`, 'too_small', { params: { min: 0 } }));
  return problems;
}

/** What is wrong with a state or municipal tax: its name is written in the complement implocal. */
export function localTaxProblems(input: LocalTaxInput, path: string): Detail[] {
  const tax = completeLocalTax(input);
  const problems: Detail[] = [];
  if (tax.type === '') problems.push(field(`${path}.type`, 'required'));
  else problems.push(...barProblems(`${path}.type`, tax.type));
  if (input.rate == null) problems.push(field(`${path}.rate`, 'required'));
  else if (tax.rate.startsWith('-'))
    problems.push(field(`${path}.rate`, 'too_small', { params: { min: 0 } }));
  else if ((parseDecimal(tax.rate) ?? 0n) > 1_000_000n)
    problems.push(field(`${path}.rate`, 'too_large', { params: { max: 1 } }));
  return problems;
}

/** Whether a concept of a taxability (c_ObjetoImp) may carry these taxes, and must (CFDI40171 to CFDI40173). */
export function taxabilityProblems(taxability: string, taxes: readonly Tax[]): Detail[] {
  const rule = objetosImp.find(taxability);
  if (!rule) return [field('taxability', 'invalid_value', { params: { values: '01 - 08' } })];
  if (rule.impuestos === 'forbidden' && taxes.length > 0)
    return [
      field('taxes', 'not_allowed', {
        message: {
          es: 'Con el objeto de impuesto {taxability}, el producto no debe tener impuestos: envíe "taxes" vacío.',
          en: 'With the taxability {taxability}, the product must not have taxes: send "taxes" empty.',
        },
        params: { taxability },
      }),
    ];
  const lacking = field('taxes', 'required', {
    message: {
      es: 'Con el objeto de impuesto {taxability}, el producto debe tener al menos {least}.',
      en: 'With the taxability {taxability}, the product must have at least {least}.',
    },
    params: { taxability, least: taxability === '07' ? '1 IEPS' : '1 IVA / IEPS / ISR' },
  });
  if (rule.impuestos === 'required' && taxes.length === 0) return [lacking];
  const problems = taxes.flatMap((tax, index) => {
    const key = impuestoOf(tax.type)?.key;
    const allowed = tax.withholding ? rule.retenciones : rule.traslados;
    return key === undefined || allowed.includes(key) ? [] : [field(`taxes[${index}].type`, 'not_allowed')];
  });
  const iepsCarried = taxes.some((tax) => !tax.withholding && impuestoOf(tax.type)?.key === IEPS);
  return taxability === '07' && problems.length === 0 && !iepsCarried ? [lacking] : problems;
}
