import { divRound, field, pow10, type Detail } from '#kernel';
import { impuestoOf } from '#sat';
import type { TipoFactor } from '../../input.js';
import { invalidValue, required, rule } from '../../rules.js';
import { collapse } from '../../text.js';
import { DECIMALES_EQUIVALENCIA, PAR } from './conversion.js';
import type { DocumentoLeido, ImpuestoLeido, PagoLeido } from './leido.js';
import { lector, type Lector } from './lector.js';
import { type Objeto } from '../../objeto.js';

/** One MXN in MXN. */
const UNO = pow10(6);

/** The attributes of what is known of the operation and its accounts, and their fields with their longest texts. */
const OPERACION = {
  NumOperacion: ['numOperacion', 100],
  RfcEmisorCtaOrd: ['rfcEmisorCtaOrd', 13],
  NomBancoOrdExt: ['nomBancoOrdExt', 300],
  CtaOrdenante: ['ctaOrdenante', 50],
  RfcEmisorCtaBen: ['rfcEmisorCtaBen', 12],
  CtaBeneficiario: ['ctaBeneficiario', 50],
  TipoCadPago: ['tipoCadPago', 2],
  CertPago: ['certPago', 10_000],
  CadPago: ['cadPago', 8192],
  SelloPago: ['selloPago', 10_000],
} as const satisfies Record<string, readonly [campo: string, max: number]>;

/** Names of the input's fields by attribute of pago20:Pago. */
export const CAMPOS_OPERACION: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OPERACION).map(([atributo, [campo]]) => [atributo, campo]),
);

/**
 * Reads payments of plain JSON, whatever it is, and what has to be there to compute with them: forms of amounts,
 * currencies, exchange rates, what is paid of what is owed. Every other rule is asked of the element that is built.
 */
export function leerPagos(
  datos: unknown,
  ruta: string,
): { readonly pagos: readonly PagoLeido[]; readonly detalles: readonly Detail[] } {
  const l = lector();
  const pagos = l
    .lista(datos, ruta, 1)
    .map(([pago, path]) => leerPago(pago, path, l))
    .filter((pago) => pago !== undefined);
  return { pagos, detalles: l.detalles };
}

function leerPago(pago: Objeto, ruta: string, l: Lector): PagoLeido | undefined {
  const fecha = l.textoRequerido(pago, ruta, 'fecha', 19);
  const formaPago = l.textoRequerido(pago, ruta, 'formaPago', 2);
  const moneda = l.moneda(pago, ruta);
  const tipoCambio = moneda && leerTipoCambio(pago, ruta, moneda.clave, l);
  const monto = l.decimal(pago, ruta, 'monto', { sobreCero: true });
  const operacion = leerOperacion(pago, ruta, l);
  const documentos = l
    .lista(pago['documentos'], `${ruta}.documentos`, 1)
    .map(([docto, path]) => leerDocumento(docto, path, moneda?.clave, l))
    .filter((docto) => docto !== undefined);
  if (fecha === undefined || formaPago === undefined || !moneda || tipoCambio === undefined) return undefined;
  return {
    ...{ ruta, fecha, formaPago, moneda: moneda.clave, decimales: moneda.decimales },
    ...{ tipoCambio, monto, operacion, documentos },
  };
}

/** MXN is worth one MXN, and says so (CRP20215). */
function leerTipoCambio(pago: Objeto, ruta: string, moneda: string, l: Lector): bigint | undefined {
  const antes = l.detalles.length;
  const dado = l.decimal(pago, ruta, 'tipoCambio', { sobreCero: true });
  if (l.detalles.length > antes) return undefined;
  if (moneda !== 'MXN') {
    if (dado === undefined) l.detalles.push(required(`${ruta}.tipoCambio`));
    return dado;
  }
  if (dado === undefined || dado === UNO) return UNO;
  l.detalles.push(
    rule(
      `${ruta}.tipoCambio`,
      'invalid_value',
      'CRP20215',
      'El tipo de cambio de un pago en MXN es 1.',
      'The exchange rate of a payment in MXN is 1.',
    ),
  );
  return undefined;
}

function leerOperacion(pago: Objeto, ruta: string, l: Lector): Record<string, string> {
  const operacion: Record<string, string> = {};
  for (const [atributo, [campo, max]] of Object.entries(OPERACION)) {
    // The bank's own cadena original is full of "|", which its attribute lets pass.
    const visto =
      campo === 'cadPago' && typeof pago[campo] === 'string' ? pago[campo].replaceAll('|', '-') : pago[campo];
    const texto = l.texto({ [campo]: visto }, ruta, campo, max);
    if (texto !== undefined)
      operacion[atributo] = campo === 'cadPago' ? collapse(String(pago[campo])) : texto;
  }
  // The API's "1" is the catalogue's "01".
  if (operacion['TipoCadPago'] === '1') operacion['TipoCadPago'] = '01';
  return operacion;
}

function leerDocumento(
  docto: Objeto,
  ruta: string,
  monedaP: string | undefined,
  l: Lector,
): DocumentoLeido | undefined {
  const idDocumento = l.textoRequerido(docto, ruta, 'idDocumento', 36);
  const serie = l.texto(docto, ruta, 'serie', 25);
  const folio = l.texto(docto, ruta, 'folio', 40);
  const moneda = l.moneda(docto, ruta);
  const numParcialidad = l.textoRequerido(docto, ruta, 'numParcialidad', 3);
  const saldoAnterior = importeRequerido(docto, ruta, 'saldoAnterior', l);
  const importePagado = importeRequerido(docto, ruta, 'importePagado', l);
  const impuestos = l
    .lista(docto['impuestos'] ?? [], `${ruta}.impuestos`, 0)
    .map(([impuesto, path]) => leerImpuesto(impuesto, path, l))
    .filter((impuesto) => impuesto !== undefined);
  const objetoImp = l.texto(docto, ruta, 'objetoImp', 2) ?? (impuestos.length > 0 ? '02' : '01');
  const equivalencia =
    moneda && monedaP !== undefined
      ? leerEquivalencia(docto, ruta, { monedaP, monedaDR: moneda.clave }, l)
      : undefined;
  if (saldoAnterior !== undefined && importePagado !== undefined && importePagado > saldoAnterior)
    l.detalles.push(field(`${ruta}.importePagado`, 'amount_exceeds_related_document_balance'));
  if (idDocumento === undefined || numParcialidad === undefined || !moneda || equivalencia === undefined)
    return undefined;
  if (saldoAnterior === undefined || importePagado === undefined) return undefined;
  return {
    ...{ ruta, idDocumento, serie, folio, moneda: moneda.clave, decimales: moneda.decimales, equivalencia },
    ...{ numParcialidad, saldoAnterior, importePagado, objetoImp, impuestos },
  };
}

function importeRequerido(docto: Objeto, ruta: string, campo: string, l: Lector): bigint | undefined {
  if (docto[campo] === undefined || docto[campo] === null) l.detalles.push(required(`${ruta}.${campo}`));
  return l.decimal(docto, ruta, campo, { sobreCero: true });
}

/** Units of the document's currency for one of the payment's; one where they are the same (CRP20237, CRP20238). */
function leerEquivalencia(
  docto: Objeto,
  ruta: string,
  { monedaP, monedaDR }: { readonly monedaP: string; readonly monedaDR: string },
  l: Lector,
): bigint | undefined {
  const antes = l.detalles.length;
  const path = `${ruta}.equivalencia`;
  const dada = l.decimal(docto, ruta, 'equivalencia', { sobreCero: true, escala: DECIMALES_EQUIVALENCIA });
  if (l.detalles.length > antes) return undefined;
  if (monedaP === monedaDR) {
    if (dada === undefined || dada === PAR) return PAR;
    l.detalles.push(
      rule(
        path,
        'invalid_value',
        'CRP20238',
        'La equivalencia de un documento en la moneda del pago es 1.',
        'The equivalence of a document in the currency of the payment is 1.',
      ),
    );
    return undefined;
  }
  if (dada === undefined) l.detalles.push(required(path));
  else if (monedaP === 'MXN' && monedaDR === 'USD' && dada > PAR)
    l.detalles.push(field(path, 'exchange_rate_too_large'));
  else if (monedaP === 'USD' && monedaDR === 'MXN' && dada < PAR)
    l.detalles.push(field(path, 'exchange_rate_too_small'));
  return dada;
}

const FACTORES: readonly unknown[] = ['Tasa', 'Cuota', 'Exento'] satisfies TipoFactor[];

function leerImpuesto(dado: Objeto, ruta: string, l: Lector): ImpuestoLeido | undefined {
  const impuesto = typeof dado['impuesto'] === 'string' ? impuestoOf(dado['impuesto']) : undefined;
  if (!impuesto) l.detalles.push(invalidValue(`${ruta}.impuesto`, 'IVA, ISR, IEPS'));
  const tipoFactor = dado['tipoFactor'] as TipoFactor;
  if (!FACTORES.includes(tipoFactor))
    l.detalles.push(invalidValue(`${ruta}.tipoFactor`, FACTORES.join(', ')));
  const { retencion } = dado;
  if (typeof retencion !== 'boolean')
    l.detalles.push(field(`${ruta}.retencion`, 'invalid_type', { params: { expected: 'boolean' } }));
  const exento = tipoFactor === 'Exento';
  if (exento && retencion === true)
    l.detalles.push(
      rule(
        `${ruta}.tipoFactor`,
        'invalid_value',
        'CRP20252',
        'Un impuesto retenido no puede ser Exento.',
        'A withheld tax cannot be Exento.',
      ),
    );
  const base = importeRequerido(dado, ruta, 'base', l);
  const tasa = exento ? undefined : l.decimal(dado, ruta, 'tasa', { sobreCero: false });
  if (!exento && (dado['tasa'] === undefined || dado['tasa'] === null))
    l.detalles.push(required(`${ruta}.tasa`));
  const importe = exento ? undefined : l.decimal(dado, ruta, 'importe', { sobreCero: false });
  if (impuesto?.label === 'ISR' && retencion === false)
    l.detalles.push(invalidValue(`${ruta}.retencion`, 'true'));
  if (!impuesto || typeof retencion !== 'boolean' || base === undefined) return undefined;
  if (!exento && tasa === undefined) return undefined;
  return {
    ...{ ruta, impuesto: impuesto.key, tipoFactor, tasa, base, retencion },
    importe: importe ?? (tasa === undefined ? undefined : divRound(base * tasa, UNO)),
  };
}
