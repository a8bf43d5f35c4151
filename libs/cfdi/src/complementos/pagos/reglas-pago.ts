import { formasPago, isCuentaAllowed, monedas, tiposCadenaPago, type BankRules } from '#sat';
import { RFC_EXTRANJERO } from '../../documento/formas.js';
import type { Nodo } from '../../parsed.js';
import { lugar, regla, type Lugar, type Regla } from '../../reglas/regla.js';
import { DECIMALES_EQUIVALENCIA, limiteInferior, PAR, suma } from './conversion.js';
import { decimalesDe, numero, valor } from './escrito.js';
import type { VistaDocumento, VistaPago } from './vista.js';

/** pago20:Pago: its currency, its amount and its accounts (CRP20212 to CRP20235, CRP20276). */

const bancoDe = ({ nodo }: VistaPago): BankRules | undefined =>
  formasPago.find(valor(nodo, 'FormaDePagoP') ?? '')?.banco;

/** An attribute that only some forms of payment admit. */
const segunForma = (
  codigo: string,
  nombre: string,
  admite: (banco: BankRules) => boolean,
): Regla<VistaPago, unknown> =>
  regla(
    codigo,
    `La forma de pago no admite ${nombre}.`,
    `The form of payment does not admit ${nombre}.`,
    (pago): Lugar | false => {
      const banco = bancoDe(pago);
      return (
        pago.nodo.atributos[nombre] !== undefined &&
        banco !== undefined &&
        !admite(banco) &&
        lugar(pago.nodo, nombre)
      );
    },
  );

const cuenta = (
  codigo: string,
  nombre: string,
  lado: 'ordenante' | 'beneficiario',
): Regla<VistaPago, unknown> =>
  regla(
    codigo,
    `${nombre} no tiene la forma que pide la forma de pago.`,
    `${nombre} does not have the form that the form of payment asks for.`,
    (pago): Lugar | false => {
      const dada = valor(pago.nodo, nombre);
      const banco = bancoDe(pago);
      const admite = lado === 'ordenante' ? banco?.cuentaOrdenante : banco?.cuentaBeneficiario;
      const forma = valor(pago.nodo, 'FormaDePagoP') ?? '';
      return (
        dada !== undefined &&
        admite !== undefined &&
        !isCuentaAllowed(forma, lado, dada) &&
        lugar(pago.nodo, nombre)
      );
    },
  );

/** CertPago, CadPago and SelloPago come with TipoCadPago and not without it. */
const deCadena = (
  requerido: string,
  prohibido: string,
  nombre: string,
): readonly Regla<VistaPago, unknown>[] => {
  const hay = (nodo: Nodo, otro: string): boolean => nodo.atributos[otro] !== undefined;
  return [
    regla(
      requerido,
      `Con TipoCadPago se requiere ${nombre}.`,
      `${nombre} is required with TipoCadPago.`,
      ({ nodo }) => hay(nodo, 'TipoCadPago') && !hay(nodo, nombre) && lugar(nodo, nombre),
    ),
    regla(
      prohibido,
      `Sin TipoCadPago no se registra ${nombre}.`,
      `${nombre} is not given without TipoCadPago.`,
      ({ nodo }) => !hay(nodo, 'TipoCadPago') && hay(nodo, nombre) && lugar(nodo, nombre),
    ),
  ];
};

/** A key that the schema lists, of a catalogue for which the matrix has no code of its own. */
const enCatalogo = (nombre: string, hay: (clave: string) => boolean): Regla<VistaPago, unknown> =>
  regla(
    'CRP20999',
    `${nombre} no es una clave de su catálogo.`,
    `${nombre} is no key of its catalogue.`,
    ({ nodo }) => {
      const clave = valor(nodo, nombre);
      return clave !== undefined && !hay(clave) && lugar(nodo, nombre);
    },
  );

export const reglasDelPago: readonly Regla<VistaPago, unknown>[] = [
  enCatalogo('FormaDePagoP', (clave) => formasPago.has(clave)),
  enCatalogo('MonedaP', (clave) => monedas.has(clave)),
  enCatalogo('TipoCadPago', (clave) => tiposCadenaPago.has(clave)),
  regla(
    'CRP20212',
    'La forma de un pago recibido no puede ser 99 (por definir).',
    'The form of a payment received cannot be 99 (to be defined).',
    ({ nodo }) => valor(nodo, 'FormaDePagoP') === '99' && lugar(nodo, 'FormaDePagoP'),
  ),
  regla(
    'CRP20213',
    'La moneda de un pago no puede ser XXX.',
    'The currency of a payment cannot be XXX.',
    ({ nodo, moneda }) => moneda === 'XXX' && lugar(nodo, 'MonedaP'),
  ),
  regla(
    'CRP20214',
    'Se requiere TipoCambioP cuando la moneda del pago no es MXN.',
    'TipoCambioP is required where the currency of the payment is not MXN.',
    ({ nodo, moneda }) =>
      moneda !== 'MXN' && nodo.atributos['TipoCambioP'] === undefined && lugar(nodo, 'TipoCambioP'),
  ),
  regla(
    'CRP20215',
    'TipoCambioP debe ser 1 cuando la moneda del pago es MXN.',
    'TipoCambioP must be 1 where the currency of the payment is MXN.',
    ({ nodo, moneda }) =>
      moneda === 'MXN' && numero(nodo, 'TipoCambioP') !== 1_000_000n && lugar(nodo, 'TipoCambioP'),
  ),
  regla(
    'CRP20217',
    'Los documentos en la moneda del pago suman más que su Monto.',
    'The documents in the currency of the payment add up to more than its Monto.',
    ({ nodo, documentos, moneda, monto }) =>
      monto > 0n &&
      documentos
        .filter((documento) => documento.moneda === moneda)
        .reduce((total, documento) => total + pagadoDe(documento), 0n) > monto &&
      lugar(nodo, 'Monto'),
  ),
  regla(
    'CRP20218',
    'Monto debe ser mayor que cero.',
    'Monto must be above zero.',
    ({ nodo, monto }) => monto <= 0n && lugar(nodo, 'Monto'),
  ),
  regla(
    'CRP20219',
    'Monto tiene más decimales que la moneda del pago.',
    'Monto has more decimals than the currency of the payment.',
    ({ nodo, decimales = 6 }) => decimalesDe(valor(nodo, 'Monto') ?? '') > decimales && lugar(nodo, 'Monto'),
  ),
  segunForma('CRP20221', 'RfcEmisorCtaOrd', ({ cuentaOrdenante }) => cuentaOrdenante !== undefined),
  regla(
    'CRP20223',
    'Se requiere NomBancoOrdExt cuando el banco ordenante es extranjero.',
    'NomBancoOrdExt is required where the bank of the payer is foreign.',
    ({ nodo }) =>
      valor(nodo, 'RfcEmisorCtaOrd') === RFC_EXTRANJERO &&
      nodo.atributos['NomBancoOrdExt'] === undefined &&
      lugar(nodo, 'NomBancoOrdExt'),
  ),
  segunForma('CRP20224', 'CtaOrdenante', ({ cuentaOrdenante }) => cuentaOrdenante !== undefined),
  cuenta('CRP20225', 'CtaOrdenante', 'ordenante'),
  cuenta('CRP20226', 'CtaBeneficiario', 'beneficiario'),
  segunForma('CRP20227', 'RfcEmisorCtaBen', ({ cuentaBeneficiario }) => cuentaBeneficiario !== undefined),
  segunForma('CRP20228', 'CtaBeneficiario', ({ cuentaBeneficiario }) => cuentaBeneficiario !== undefined),
  segunForma('CRP20229', 'TipoCadPago', ({ cadenaPago }) => cadenaPago),
  ...deCadena('CRP20230', 'CRP20231', 'CertPago'),
  ...deCadena('CRP20232', 'CRP20233', 'CadPago'),
  ...deCadena('CRP20234', 'CRP20235', 'SelloPago'),
  regla(
    'CRP20276',
    'Monto no alcanza para lo que se paga de los documentos, ni con el margen del redondeo.',
    'Monto is not enough for what is paid of the documents, even within the margin of rounding.',
    (pago) => pago.monto > 0n && !alcanza(pago) && lugar(pago.nodo, 'Monto'),
  ),
];

const pagadoDe = ({ nodo }: VistaDocumento): bigint => numero(nodo, 'ImpPagado') ?? 0n;

/**
 * Where currencies differ, what is paid may come to more than Monto by what rounding explains: Monto is not below the
 * sum of the lower limits. An equivalencia of one counts as written with ten decimals (CRP20277). What Monto has left
 * over is no matter, as where all is in one currency.
 */
function alcanza({ documentos, moneda, monto }: VistaPago): boolean {
  if (documentos.every((documento) => documento.moneda === moneda)) return true;
  const inferior = suma(
    documentos.map((documento) =>
      limiteInferior({
        ...{ importe: pagadoDe(documento), equivalencia: documento.equivalencia },
        decimales: decimalesDe(valor(documento.nodo, 'ImpPagado') ?? ''),
        decimalesEquivalencia:
          documento.equivalencia === PAR && documento.moneda === moneda
            ? DECIMALES_EQUIVALENCIA
            : decimalesDe(valor(documento.nodo, 'EquivalenciaDR') ?? ''),
      }),
    ),
  );
  return monto * inferior.den >= inferior.num;
}
