import type { XmlNode } from '../../../parsed.js';

/**
 * The arithmetic of a pago20:Pagos, reckoned from its attributes alone and with none of the engine's code: fractions of
 * bigints, in another order than the rules do it.
 */
type Fraction = readonly [num: bigint, den: bigint];

function readNode(text: string | undefined): Fraction {
  const [integer = '0', decimals = ''] = (text ?? '0').split('.');
  return [BigInt(integer + decimals), 10n ** BigInt(decimals.length)];
}
const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]];
const entre = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1], a[1] * b[0]];
const add = (a: Fraction, b: Fraction): Fraction =>
  a[1] === b[1] ? [a[0] + b[0], a[1]] : [a[0] * b[1] + b[0] * a[1], a[1] * b[1]];
const ZERO: Fraction = [0n, 1n];
const round = ([parseNumber, den]: Fraction, decimals: number): bigint =>
  (2n * parseNumber * 10n ** BigInt(decimals) + den) / (2n * den);
const childrenOf = (node: XmlNode | undefined, name: string): readonly XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? [];

const TOTALES: Readonly<Record<string, string>> = {
  ...{ '002 Tasa 0.160000': 'IVA16', '002 Tasa 0.080000': 'IVA8', '002 Tasa 0.000000': 'IVA0' },
  '002 Exento ': 'IVAExento',
};
const RETENIDOS: Readonly<Record<string, string>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

/** What does not add up. */
export function verifyPagos(pagos: XmlNode): readonly string[] {
  const complaints: string[] = [];
  const totales = new Map<string, Fraction>();
  const addConcepto = (name: string, value: Fraction): void =>
    void totales.set(name, add(totales.get(name) ?? ZERO, value));
  for (const pago of childrenOf(pagos, 'Pago')) {
    const { TipoCambioP, Monto } = pago.attributes;
    const toPesos = (text: string | undefined): Fraction => times(readNode(text), readNode(TipoCambioP));
    addConcepto('MontoTotalPagos', toPesos(Monto));
    const [impuestosP] = childrenOf(pago, 'ImpuestosP');
    const rows = [
      ...childrenOf(childrenOf(impuestosP, 'RetencionesP')[0], 'RetencionP'),
      ...childrenOf(childrenOf(impuestosP, 'TrasladosP')[0], 'TrasladoP'),
    ];
    const ofDocuments = sumDocuments(pago, complaints);
    for (const { name, attributes } of rows) {
      const { ImpuestoP = '', TipoFactorP = '', TasaOCuotaP = '', BaseP, ImporteP } = attributes;
      const key = name === 'RetencionP' ? ImpuestoP : `${ImpuestoP} ${TipoFactorP} ${TasaOCuotaP}`;
      const own = ofDocuments.get(key);
      ofDocuments.delete(key);
      if (!own) complaints.push(`${key} is of no document`);
      else {
        if (round(readNode(ImporteP), 6) !== round(own.importe, 6)) complaints.push(`ImporteP of ${key}`);
        if (BaseP !== undefined && round(readNode(BaseP), 6) !== round(own.base, 6))
          complaints.push(`BaseP of ${key}`);
      }
      if (name === 'RetencionP')
        addConcepto(`TotalRetenciones${RETENIDOS[ImpuestoP] ?? ''}`, toPesos(ImporteP));
      const suffix = TOTALES[key];
      if (name === 'TrasladoP' && suffix) {
        addConcepto(`TotalTrasladosBase${suffix}`, toPesos(BaseP));
        if (ImporteP !== undefined) addConcepto(`TotalTrasladosImpuesto${suffix}`, toPesos(ImporteP));
      }
    }
    for (const key of ofDocuments.keys()) complaints.push(`${key} is not summed up`);
  }
  const written = childrenOf(pagos, 'Totales')[0]?.attributes ?? {};
  for (const name of new Set([...Object.keys(written), ...totales.keys()]))
    if (round(readNode(written[name]), 2) !== round(totales.get(name) ?? ZERO, 2) || !(name in written))
      complaints.push(name);
  return complaints;
}

/** What the documents of a payment have of each tax, in its currency; and the sum of them against Monto. */
function sumDocuments(
  pago: XmlNode,
  complaints: string[],
): Map<string, { base: Fraction; importe: Fraction }> {
  const sums = new Map<string, { base: Fraction; importe: Fraction }>();
  let own = ZERO;
  let min = ZERO;
  for (const docto of childrenOf(pago, 'DoctoRelacionado')) {
    const { EquivalenciaDR, ImpSaldoAnt, ImpPagado, ImpSaldoInsoluto, MonedaDR } = docto.attributes;
    const equivalencia = readNode(EquivalenciaDR);
    if (round(add(readNode(ImpPagado), readNode(ImpSaldoInsoluto)), 6) !== round(readNode(ImpSaldoAnt), 6))
      complaints.push('ImpSaldoInsoluto');
    const isEqual = MonedaDR === pago.attributes['MonedaP'];
    if (isEqual) own = add(own, readNode(ImpPagado));
    const [paidPart, den] = readNode(ImpPagado);
    const [unidades, unidad] = isEqual ? ([10n ** 10n, 10n ** 10n] as const) : equivalencia;
    min = add(min, entre([2n * paidPart - 1n, 2n * den], [2n * unidades + 1n, 2n * unidad]));
    const [impuestos] = childrenOf(docto, 'ImpuestosDR');
    for (const group of impuestos?.children ?? [])
      for (const { name, attributes: row } of group.children) {
        const { ImpuestoDR = '', TipoFactorDR = '', TasaOCuotaDR = '' } = row;
        const key = name === 'RetencionDR' ? ImpuestoDR : `${ImpuestoDR} ${TipoFactorDR} ${TasaOCuotaDR}`;
        const before = sums.get(key) ?? { base: ZERO, importe: ZERO };
        sums.set(key, {
          base: add(before.base, entre(readNode(row['BaseDR']), equivalencia)),
          importe: add(before.importe, entre(readNode(row['ImporteDR']), equivalencia)),
        });
      }
  }
  const monto = readNode(pago.attributes['Monto']);
  const lessThan = (a: Fraction, b: Fraction): boolean => a[0] * b[1] < b[0] * a[1];
  if (monto[0] === 0n || lessThan(monto, own) || lessThan(monto, min)) complaints.push('Monto');
  return sums;
}
