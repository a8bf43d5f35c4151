import { formasPago, isCuentaAllowed, monedas, tiposCadenaPago, type BankRules } from '#sat';
import { RFC_EXTRANJERO } from '../../document/patterns.js';
import type { XmlNode } from '../../parsed.js';
import { placeOf, rule, type Place, type Rule } from '../../rules/rule.js';
import { EQUIVALENCIA_DECIMALS, lowerLimitOf, ONE_TO_ONE, sumOf } from './conversion.js';
import { decimalsOf, numberOf, valueOf } from './written.js';
import type { DocumentView, PagoView } from './view.js';

/** pago20:Pago: its currency, its amount and its accounts (CRP20212 to CRP20235, CRP20276). */

const bancoOf = ({ node }: PagoView): BankRules | undefined =>
  formasPago.find(valueOf(node, 'FormaDePagoP') ?? '')?.banco;

/** An attribute that only some forms of payment admit. */
const formaPagoRule = (
  code: string,
  name: string,
  accepts: (banco: BankRules) => boolean,
): Rule<PagoView, unknown> =>
  rule(
    code,
    `La forma de pago no admite ${name}.`,
    `The form of payment does not admit ${name}.`,
    (pago): Place | false => {
      const banco = bancoOf(pago);
      return (
        pago.node.attributes[name] !== undefined &&
        banco !== undefined &&
        !accepts(banco) &&
        placeOf(pago.node, name)
      );
    },
  );

const countCodes = (
  code: string,
  name: string,
  side: 'ordenante' | 'beneficiario',
): Rule<PagoView, unknown> =>
  rule(
    code,
    `${name} no tiene la forma que pide la forma de pago.`,
    `${name} does not have the form that the form of payment asks for.`,
    (pago): Place | false => {
      const given = valueOf(pago.node, name);
      const banco = bancoOf(pago);
      const accepts = side === 'ordenante' ? banco?.cuentaOrdenante : banco?.cuentaBeneficiario;
      const formaPago = valueOf(pago.node, 'FormaDePagoP') ?? '';
      return (
        given !== undefined &&
        accepts !== undefined &&
        !isCuentaAllowed(formaPago, side, given) &&
        placeOf(pago.node, name)
      );
    },
  );

/** CertPago, CadPago and SelloPago come with TipoCadPago and not without it. */
const changesOfCadena = (
  required: string,
  forbidden: string,
  name: string,
): readonly Rule<PagoView, unknown>[] => {
  const has = (node: XmlNode, other: string): boolean => node.attributes[other] !== undefined;
  return [
    rule(
      required,
      `Con TipoCadPago se requiere ${name}.`,
      `${name} is required with TipoCadPago.`,
      ({ node }) => has(node, 'TipoCadPago') && !has(node, name) && placeOf(node, name),
    ),
    rule(
      forbidden,
      `Sin TipoCadPago no se registra ${name}.`,
      `${name} is not given without TipoCadPago.`,
      ({ node }) => !has(node, 'TipoCadPago') && has(node, name) && placeOf(node, name),
    ),
  ];
};

/** A key that the schema lists, of a catalogue for which the matrix has no code of its own. */
const inCatalogueRule = (name: string, has: (key: string) => boolean): Rule<PagoView, unknown> =>
  rule(
    'CRP20999',
    `${name} no es una clave de su catálogo.`,
    `${name} is no key of its catalogue.`,
    ({ node }) => {
      const key = valueOf(node, name);
      return key !== undefined && !has(key) && placeOf(node, name);
    },
  );

export const pagoRules: readonly Rule<PagoView, unknown>[] = [
  inCatalogueRule('FormaDePagoP', (key) => formasPago.has(key)),
  inCatalogueRule('MonedaP', (key) => monedas.has(key)),
  inCatalogueRule('TipoCadPago', (key) => tiposCadenaPago.has(key)),
  rule(
    'CRP20212',
    'La forma de un pago recibido no puede ser 99 (por definir).',
    'The form of a payment received cannot be 99 (to be defined).',
    ({ node }) => valueOf(node, 'FormaDePagoP') === '99' && placeOf(node, 'FormaDePagoP'),
  ),
  rule(
    'CRP20213',
    'La moneda de un pago no puede ser XXX.',
    'The currency of a payment cannot be XXX.',
    ({ node, moneda }) => moneda === 'XXX' && placeOf(node, 'MonedaP'),
  ),
  rule(
    'CRP20214',
    'Se requiere TipoCambioP cuando la moneda del pago no es MXN.',
    'TipoCambioP is required where the currency of the payment is not MXN.',
    ({ node, moneda }) =>
      moneda !== 'MXN' && node.attributes['TipoCambioP'] === undefined && placeOf(node, 'TipoCambioP'),
  ),
  rule(
    'CRP20215',
    'TipoCambioP debe ser 1 cuando la moneda del pago es MXN.',
    'TipoCambioP must be 1 where the currency of the payment is MXN.',
    ({ node, moneda }) =>
      moneda === 'MXN' && numberOf(node, 'TipoCambioP') !== 1_000_000n && placeOf(node, 'TipoCambioP'),
  ),
  rule(
    'CRP20217',
    'Los documentos en la moneda del pago suman más que su Monto.',
    'The documents in the currency of the payment add up to more than its Monto.',
    ({ node, documentos, moneda, monto }) =>
      monto > 0n &&
      documentos
        .filter((document) => document.moneda === moneda)
        .reduce((total, document) => total + pagadoOf(document), 0n) > monto &&
      placeOf(node, 'Monto'),
  ),
  rule(
    'CRP20218',
    'Monto debe ser mayor que cero.',
    'Monto must be above zero.',
    ({ node, monto }) => monto <= 0n && placeOf(node, 'Monto'),
  ),
  rule(
    'CRP20219',
    'Monto tiene más decimales que la moneda del pago.',
    'Monto has more decimals than the currency of the payment.',
    ({ node, decimals = 6 }) => decimalsOf(valueOf(node, 'Monto') ?? '') > decimals && placeOf(node, 'Monto'),
  ),
  formaPagoRule('CRP20221', 'RfcEmisorCtaOrd', ({ cuentaOrdenante }) => cuentaOrdenante !== undefined),
  rule(
    'CRP20223',
    'Se requiere NomBancoOrdExt cuando el banco ordenante es extranjero.',
    'NomBancoOrdExt is required where the bank of the payer is foreign.',
    ({ node }) =>
      valueOf(node, 'RfcEmisorCtaOrd') === RFC_EXTRANJERO &&
      node.attributes['NomBancoOrdExt'] === undefined &&
      placeOf(node, 'NomBancoOrdExt'),
  ),
  formaPagoRule('CRP20224', 'CtaOrdenante', ({ cuentaOrdenante }) => cuentaOrdenante !== undefined),
  countCodes('CRP20225', 'CtaOrdenante', 'ordenante'),
  countCodes('CRP20226', 'CtaBeneficiario', 'beneficiario'),
  formaPagoRule('CRP20227', 'RfcEmisorCtaBen', ({ cuentaBeneficiario }) => cuentaBeneficiario !== undefined),
  formaPagoRule('CRP20228', 'CtaBeneficiario', ({ cuentaBeneficiario }) => cuentaBeneficiario !== undefined),
  formaPagoRule('CRP20229', 'TipoCadPago', ({ cadenaPago }) => cadenaPago),
  ...changesOfCadena('CRP20230', 'CRP20231', 'CertPago'),
  ...changesOfCadena('CRP20232', 'CRP20233', 'CadPago'),
  ...changesOfCadena('CRP20234', 'CRP20235', 'SelloPago'),
  rule(
    'CRP20276',
    'Monto no alcanza para lo que se paga de los documentos, ni con el margen del redondeo.',
    'Monto is not enough for what is paid of the documents, even within the margin of rounding.',
    (pago) => pago.monto > 0n && !coversPagado(pago) && placeOf(pago.node, 'Monto'),
  ),
];

const pagadoOf = ({ node }: DocumentView): bigint => numberOf(node, 'ImpPagado') ?? 0n;

/**
 * Where currencies differ, what is paid may come to more than Monto by what rounding explains: Monto is not below the
 * sum of the lower limits. An equivalencia of one counts as written with ten decimals (CRP20277). What Monto has left
 * over is no matter, as where all is in one currency.
 */
function coversPagado({ documentos, moneda, monto }: PagoView): boolean {
  if (documentos.every((document) => document.moneda === moneda)) return true;
  const lower = sumOf(
    documentos.map((document) =>
      lowerLimitOf({
        ...{ importe: pagadoOf(document), equivalencia: document.equivalencia },
        decimals: decimalsOf(valueOf(document.node, 'ImpPagado') ?? ''),
        decimalesEquivalencia:
          document.equivalencia === ONE_TO_ONE && document.moneda === moneda
            ? EQUIVALENCIA_DECIMALS
            : decimalsOf(valueOf(document.node, 'EquivalenciaDR') ?? ''),
      }),
    ),
  );
  return monto * lower.den >= lower.num;
}
