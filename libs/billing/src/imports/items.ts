import type { ACuentaTercerosInput, Concepto, ImpuestoKey, Retencion, Traslado } from '#cfdi';
import type { IepsMode, InvoiceItem, ItemPart, Tax, TaxType, ThirdParty } from '#contracts';
import { itemComplementOf } from './item-complements.js';
import { micros, ofOneUnit, plain } from './decimals.js';

/**
 * A Concepto as a line of ours. It says ValorUnitario, which has no taxes in it. Local taxes belong to the document (implocal): of
 * which line they are it does not say, so that no line has them.
 */
export const itemOf = (concepto: Concepto): InvoiceItem => ({
  quantity: plain(concepto.cantidad),
  discount: plain(concepto.descuento ?? '0'),
  product: {
    id: null,
    description: concepto.descripcion,
    product_key: concepto.claveProdServ,
    unit_key: concepto.claveUnidad,
    unit_name: concepto.unidad ?? null,
    price: plain(concepto.valorUnitario),
    tax_included: false,
    taxability: concepto.objetoImp,
    taxes: taxesOf(concepto),
    local_taxes: [],
    sku: concepto.noIdentificacion ?? null,
  },
  parts: concepto.partes.map((parte): ItemPart => ({
    description: parte.descripcion,
    product_key: parte.claveProdServ,
    quantity: plain(parte.cantidad),
    sku: parte.noIdentificacion ?? null,
    unit_price: parte.valorUnitario === undefined ? null : plain(parte.valorUnitario),
    unit_name: parte.unidad ?? null,
    customs_keys: parte.informacionAduanera,
  })),
  customs_keys: concepto.informacionAduanera,
  third_party: thirdPartyOf(concepto.aCuentaTerceros),
  property_tax_account: concepto.cuentaPredial,
  complement: itemComplementOf(concepto.complemento),
});

export const thirdPartyOf = (third: ACuentaTercerosInput | undefined): ThirdParty | null =>
  third === undefined
    ? null
    : {
        legal_name: third.nombre,
        tax_id: third.rfc,
        tax_system: third.regimenFiscal,
        zip: third.domicilioFiscal,
      };

const NAMES: Readonly<Record<ImpuestoKey, TaxType>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

function taxesOf(concepto: Concepto): readonly Tax[] {
  const { traslados, retenciones } = concepto;
  const mode = iepsModeOf(concepto);
  return [
    ...traslados.map((tax) => taxOf(concepto, tax, { mode, withholding: false })),
    ...retenciones.map((tax) => taxOf(concepto, tax, { mode, withholding: true })),
  ];
}

/** What the taxes of a line are charged on: Importe without Descuento. */
const netOf = ({ importe, descuento }: Concepto): bigint => micros(importe) - micros(descuento);

const isIeps = ({ impuesto }: Traslado): boolean => impuesto === '003';

/**
 * How the line's IEPS and its other taxes go together, read from their bases: IVA on the price and the IEPS is `sum_before_taxes`,
 * IVA on the price alone `break_down`. An IEPS that is not shown (`unit`, `subtract_before_break_down`) can't be told.
 */
function iepsModeOf(concepto: Concepto): IepsMode {
  const ieps = concepto.traslados.filter(isIeps);
  const iva = concepto.traslados.find(({ impuesto }) => impuesto === '002');
  if (ieps.length === 0 || iva === undefined) return 'sum_before_taxes';
  const isApart = micros(iva.base) === netOf(concepto) && ieps.some(({ importe }) => micros(importe) > 0n);
  return isApart ? 'break_down' : 'sum_before_taxes';
}

function taxOf(
  concepto: Concepto,
  tax: Traslado | Retencion,
  { mode, withholding }: { readonly mode: IepsMode; readonly withholding: boolean },
): Tax {
  const type = NAMES[tax.impuesto];
  return {
    type,
    factor: tax.tipoFactor,
    rate: plain(tax.tasaOCuota ?? '0'),
    base: isOwnBase(concepto, tax, mode, withholding)
      ? null
      : ofOneUnit(micros(tax.base), micros(concepto.cantidad)),
    withholding,
    ieps_mode: type === 'IEPS' && !withholding ? mode : 'sum_before_taxes',
  };
}

/** Whether a tax is charged on what it would be charged on if nothing were said. */
function isOwnBase(
  concepto: Concepto,
  { impuesto, tipoFactor, base }: Traslado | Retencion,
  mode: IepsMode,
  withholding: boolean,
): boolean {
  const own = micros(base);
  if (tipoFactor === 'Cuota') return own === micros(concepto.cantidad);
  const isCharged = !withholding && impuesto === '002' && mode === 'sum_before_taxes';
  const ieps = isCharged
    ? concepto.traslados.filter(isIeps).reduce((sum, { importe }) => sum + micros(importe), 0n)
    : 0n;
  return own === netOf(concepto) + ieps;
}
