import { formatDecimal, parseDecimal } from '#kernel';
import type { XmlNode } from '#cfdi';
import type { PaidDocument, Payment, PaymentDocument, PaymentTax, TaxFactor, TaxType } from '#contracts';
import { instantOf } from '#sat';
import { micros, plain } from './decimals.js';

/** Payments of the complement Pagos 2.0, whose structure holds. */

const childrenOf = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  node?.children.filter((child) => child.name === name && child.namespace === node.namespace) ?? [];

const NAMES: Readonly<Record<string, TaxType>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

/** The payments, with their dates as instants of the zone of the place of issue. */
export const paymentsOfNode = (pagos: XmlNode, timeZone: string): readonly Payment[] =>
  childrenOf(pagos, 'Pago').map((pago) => paymentOf(pago, timeZone));

function paymentOf(pago: XmlNode, timeZone: string): Payment {
  const { attributes } = pago;
  const of = (name: string): string | null => attributes[name]?.trim() ?? null;
  return {
    payment_form: of('FormaDePagoP') ?? '',
    currency: of('MonedaP') ?? 'MXN',
    exchange: plain(of('TipoCambioP') ?? '1'),
    date: instantOf(of('FechaPago') ?? '', timeZone).toISOString(),
    related_documents: childrenOf(pago, 'DoctoRelacionado').map(documentOf),
    numOperacion: of('NumOperacion'),
    rfcEmisorCtaOrd: of('RfcEmisorCtaOrd'),
    nomBancoOrdExt: of('NomBancoOrdExt'),
    ctaOrdenante: of('CtaOrdenante'),
    rfcEmisorCtaBen: of('RfcEmisorCtaBen'),
    ctaBeneficiario: of('CtaBeneficiario'),
    tipoCadPago: of('TipoCadPago'),
    certPago: of('CertPago'),
    cadPago: of('CadPago'),
    selloPago: of('SelloPago'),
  };
}

function documentOf(docto: XmlNode): PaymentDocument {
  const { attributes } = docto;
  const [taxes] = childrenOf(docto, 'ImpuestosDR');
  return {
    invoice: null,
    uuid: (attributes['IdDocumento'] ?? '').trim().toUpperCase(),
    amount: plain(attributes['ImpPagado'] ?? '0'),
    installment: Number(attributes['NumParcialidad'] ?? 1),
    last_balance: plain(attributes['ImpSaldoAnt'] ?? '0'),
    taxes: [...taxesOf(taxes, 'Retencion', true), ...taxesOf(taxes, 'Traslado', false)],
    taxability: attributes['ObjetoImpDR'] ?? '01',
    currency: attributes['MonedaDR'] ?? 'MXN',
    exchange: exchangeOf(attributes['EquivalenciaDR']),
    folio_number: attributes['Folio'] ?? null,
    series: attributes['Serie'] ?? null,
  };
}

/** EquivalenciaDR (Pagos 2.0). */
const EQUIVALENCIA_DECIMALS = 10;

const exchangeOf = (text = '1'): string => {
  const value = parseDecimal(text, EQUIVALENCIA_DECIMALS);
  return value === undefined ? text : formatDecimal(value, { scale: EQUIVALENCIA_DECIMALS });
};

const taxesOf = (
  taxes: XmlNode | undefined,
  kind: 'Retencion' | 'Traslado',
  withholding: boolean,
): readonly PaymentTax[] =>
  childrenOf(taxes, kind === 'Retencion' ? 'RetencionesDR' : 'TrasladosDR')
    .flatMap((group) => childrenOf(group, `${kind}DR`))
    .map(({ attributes }) => ({
      base: plain(attributes['BaseDR'] ?? '0'),
      type: NAMES[attributes['ImpuestoDR'] ?? ''] ?? 'IVA',
      factor: (attributes['TipoFactorDR'] ?? 'Tasa') as TaxFactor,
      rate: attributes['TasaOCuotaDR'] === undefined ? null : plain(attributes['TasaOCuotaDR']),
      withholding,
      amount: attributes['ImporteDR'] === undefined ? null : plain(attributes['ImporteDR']),
    }));

const UUID = /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;

/** What payments pay, by UUID, each once; a customs document, which has a number in place of it, is none. */
export function paidBy(payments: readonly Payment[]): readonly PaidDocument[] {
  const paid = new Map<string, bigint>();
  for (const { related_documents } of payments)
    for (const { uuid, amount } of related_documents)
      if (UUID.test(uuid)) paid.set(uuid, (paid.get(uuid) ?? 0n) + micros(amount));
  return [...paid].map(([uuid, amount]) => ({ uuid, amount: formatDecimal(amount) }));
}
