import type { Nodo } from '../../../parsed.js';

/**
 * The arithmetic of a pago20:Pagos, reckoned from its attributes alone and with none of the engine's code: fractions of
 * bigints, in another order than the rules do it.
 */
type Quebrado = readonly [num: bigint, den: bigint];

function leer(texto: string | undefined): Quebrado {
  const [entero = '0', decimales = ''] = (texto ?? '0').split('.');
  return [BigInt(entero + decimales), 10n ** BigInt(decimales.length)];
}
const por = (a: Quebrado, b: Quebrado): Quebrado => [a[0] * b[0], a[1] * b[1]];
const entre = (a: Quebrado, b: Quebrado): Quebrado => [a[0] * b[1], a[1] * b[0]];
const mas = (a: Quebrado, b: Quebrado): Quebrado =>
  a[1] === b[1] ? [a[0] + b[0], a[1]] : [a[0] * b[1] + b[0] * a[1], a[1] * b[1]];
const CERO: Quebrado = [0n, 1n];
const redondo = ([num, den]: Quebrado, decimales: number): bigint =>
  (2n * num * 10n ** BigInt(decimales) + den) / (2n * den);
const hijos = (nodo: Nodo | undefined, nombre: string): readonly Nodo[] =>
  nodo?.hijos.filter((hijo) => hijo.nombre === nombre) ?? [];

const TOTALES: Readonly<Record<string, string>> = {
  ...{ '002 Tasa 0.160000': 'IVA16', '002 Tasa 0.080000': 'IVA8', '002 Tasa 0.000000': 'IVA0' },
  '002 Exento ': 'IVAExento',
};
const RETENIDOS: Readonly<Record<string, string>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

/** What does not add up. */
export function verificarPagos(pagos: Nodo): readonly string[] {
  const quejas: string[] = [];
  const totales = new Map<string, Quebrado>();
  const sumar = (nombre: string, valor: Quebrado): void =>
    void totales.set(nombre, mas(totales.get(nombre) ?? CERO, valor));
  for (const pago of hijos(pagos, 'Pago')) {
    const { TipoCambioP, Monto } = pago.atributos;
    const enPesos = (texto: string | undefined): Quebrado => por(leer(texto), leer(TipoCambioP));
    sumar('MontoTotalPagos', enPesos(Monto));
    const [impuestosP] = hijos(pago, 'ImpuestosP');
    const filas = [
      ...hijos(hijos(impuestosP, 'RetencionesP')[0], 'RetencionP'),
      ...hijos(hijos(impuestosP, 'TrasladosP')[0], 'TrasladoP'),
    ];
    const deDocumentos = deLosDocumentos(pago, quejas);
    for (const { nombre, atributos } of filas) {
      const { ImpuestoP = '', TipoFactorP = '', TasaOCuotaP = '', BaseP, ImporteP } = atributos;
      const clave = nombre === 'RetencionP' ? ImpuestoP : `${ImpuestoP} ${TipoFactorP} ${TasaOCuotaP}`;
      const suyo = deDocumentos.get(clave);
      deDocumentos.delete(clave);
      if (!suyo) quejas.push(`${clave} is of no document`);
      else {
        if (redondo(leer(ImporteP), 6) !== redondo(suyo.importe, 6)) quejas.push(`ImporteP of ${clave}`);
        if (BaseP !== undefined && redondo(leer(BaseP), 6) !== redondo(suyo.base, 6))
          quejas.push(`BaseP of ${clave}`);
      }
      if (nombre === 'RetencionP') sumar(`TotalRetenciones${RETENIDOS[ImpuestoP] ?? ''}`, enPesos(ImporteP));
      const sufijo = TOTALES[clave];
      if (nombre === 'TrasladoP' && sufijo) {
        sumar(`TotalTrasladosBase${sufijo}`, enPesos(BaseP));
        if (ImporteP !== undefined) sumar(`TotalTrasladosImpuesto${sufijo}`, enPesos(ImporteP));
      }
    }
    for (const clave of deDocumentos.keys()) quejas.push(`${clave} is not summed up`);
  }
  const escritos = hijos(pagos, 'Totales')[0]?.atributos ?? {};
  for (const nombre of new Set([...Object.keys(escritos), ...totales.keys()]))
    if (
      redondo(leer(escritos[nombre]), 2) !== redondo(totales.get(nombre) ?? CERO, 2) ||
      !(nombre in escritos)
    )
      quejas.push(nombre);
  return quejas;
}

/** What the documents of a payment have of each tax, in its currency; and the sum of them against Monto. */
function deLosDocumentos(pago: Nodo, quejas: string[]): Map<string, { base: Quebrado; importe: Quebrado }> {
  const sumas = new Map<string, { base: Quebrado; importe: Quebrado }>();
  let propios = CERO;
  let minimo = CERO;
  for (const docto of hijos(pago, 'DoctoRelacionado')) {
    const { EquivalenciaDR, ImpSaldoAnt, ImpPagado, ImpSaldoInsoluto, MonedaDR } = docto.atributos;
    const equivalencia = leer(EquivalenciaDR);
    if (redondo(mas(leer(ImpPagado), leer(ImpSaldoInsoluto)), 6) !== redondo(leer(ImpSaldoAnt), 6))
      quejas.push('ImpSaldoInsoluto');
    const igual = MonedaDR === pago.atributos['MonedaP'];
    if (igual) propios = mas(propios, leer(ImpPagado));
    const [pagado, den] = leer(ImpPagado);
    const [unidades, unidad] = igual ? ([10n ** 10n, 10n ** 10n] as const) : equivalencia;
    minimo = mas(minimo, entre([2n * pagado - 1n, 2n * den], [2n * unidades + 1n, 2n * unidad]));
    const [impuestos] = hijos(docto, 'ImpuestosDR');
    for (const grupo of impuestos?.hijos ?? [])
      for (const { nombre, atributos: fila } of grupo.hijos) {
        const { ImpuestoDR = '', TipoFactorDR = '', TasaOCuotaDR = '' } = fila;
        const clave = nombre === 'RetencionDR' ? ImpuestoDR : `${ImpuestoDR} ${TipoFactorDR} ${TasaOCuotaDR}`;
        const antes = sumas.get(clave) ?? { base: CERO, importe: CERO };
        sumas.set(clave, {
          base: mas(antes.base, entre(leer(fila['BaseDR']), equivalencia)),
          importe: mas(antes.importe, entre(leer(fila['ImporteDR']), equivalencia)),
        });
      }
  }
  const monto = leer(pago.atributos['Monto']);
  const menor = (a: Quebrado, b: Quebrado): boolean => a[0] * b[1] < b[0] * a[1];
  if (monto[0] === 0n || menor(monto, propios) || menor(monto, minimo)) quejas.push('Monto');
  return sumas;
}
