import { monedas } from '#sat';
import type { XmlNode } from '../../parsed.js';
import { EQUIVALENCIA_DECIMALS, ONE_TO_ONE } from './conversion.js';
import { childrenOf, numberOf, valueOf } from './written.js';
import type { PagoSummary } from './totales.js';

/** pago20:Pagos as its rules see it: read once from the element, built or received. */

/** RetencionDR or TrasladoDR. */
export interface RowDR {
  readonly node: XmlNode;
  readonly retencion: boolean;
  readonly impuesto: string;
  readonly tipoFactor: string;
  readonly tasa: bigint | undefined;
  readonly base: bigint;
  readonly importe: bigint | undefined;
}

export interface DocumentView {
  readonly node: XmlNode;
  readonly moneda: string;
  readonly monedaP: string;
  /** Of the currency; undefined where the catalogue has no such currency. */
  readonly decimals: number | undefined;
  /** An integer of ten decimals; one where it is not written. */
  readonly equivalencia: bigint;
  readonly objetoImp: string;
  readonly impuestos: XmlNode | undefined;
  readonly rows: readonly RowDR[];
}

/** RetencionP or TrasladoP. */
export interface RowP extends Omit<RowDR, 'retencion'> {
  readonly base: bigint;
}

/** The rows of a payment's summary of one kind, and the rows of its documents that they sum up. */
export interface GroupP {
  readonly pago: XmlNode;
  readonly totales: XmlNode;
  readonly impuesto: string;
  readonly tipoFactor: string;
  readonly tasa: bigint | undefined;
  readonly rows: RowP[];
  readonly ofDocuments: { readonly row: RowDR; readonly equivalencia: bigint }[];
  /** Whether every transferred tax of the payment's documents is Exento. */
  readonly allExento: boolean;
}

export interface PagoView extends PagoSummary {
  readonly node: XmlNode;
  readonly moneda: string;
  readonly decimals: number | undefined;
  readonly documentos: readonly DocumentView[];
  readonly retenidoGroups: readonly GroupP[];
  readonly trasladoGroups: readonly GroupP[];
}

export interface PagosView {
  readonly node: XmlNode;
  readonly totales: XmlNode;
  readonly pagos: readonly PagoView[];
}

const EMPTY_NODE: XmlNode = { name: 'Totales', namespace: '', attributes: {}, children: [] };

export function pagosViewOf(node: XmlNode): PagosView {
  const totales = childrenOf(node, 'Totales')[0] ?? EMPTY_NODE;
  return { node, totales, pagos: childrenOf(node, 'Pago').map((pago) => pagoViewOf(pago, totales)) };
}

function pagoViewOf(node: XmlNode, totales: XmlNode): PagoView {
  const moneda = valueOf(node, 'MonedaP') ?? '';
  const documents = childrenOf(node, 'DoctoRelacionado').map((docto) => documentViewOf(docto, moneda));
  const impuestos = childrenOf(node, 'ImpuestosP')[0];
  const retenciones = rowsOf(impuestos, 'RetencionesP', 'RetencionP', 'P');
  const traslados = rowsOf(impuestos, 'TrasladosP', 'TrasladoP', 'P');
  return {
    ...{ node, moneda, decimals: monedas.find(moneda)?.decimales, documentos: documents, traslados },
    tipoCambio: numberOf(node, 'TipoCambioP') ?? 1_000_000n,
    monto: numberOf(node, 'Monto') ?? 0n,
    retenciones: retenciones.map(({ impuesto, importe = 0n }) => ({ impuesto, importe })),
    retenidoGroups: groupsOf({ node, totales, documentos: documents }, retenciones, true),
    trasladoGroups: groupsOf({ node, totales, documentos: documents }, traslados, false),
  };
}

function documentViewOf(node: XmlNode, monedaP: string): DocumentView {
  const moneda = valueOf(node, 'MonedaDR') ?? '';
  const impuestos = childrenOf(node, 'ImpuestosDR')[0];
  return {
    ...{ node, moneda, monedaP, decimals: monedas.find(moneda)?.decimales, impuestos },
    equivalencia: numberOf(node, 'EquivalenciaDR', EQUIVALENCIA_DECIMALS) ?? ONE_TO_ONE,
    objetoImp: valueOf(node, 'ObjetoImpDR') ?? '',
    rows: [
      ...rowsOf(impuestos, 'RetencionesDR', 'RetencionDR', 'DR').map((row) => ({
        ...row,
        retencion: true,
      })),
      ...rowsOf(impuestos, 'TrasladosDR', 'TrasladoDR', 'DR').map((row) => ({ ...row, retencion: false })),
    ],
  };
}

const rowsOf = (
  impuestos: XmlNode | undefined,
  group: string,
  row: string,
  suffix: 'DR' | 'P',
): readonly RowP[] =>
  childrenOf(impuestos, group)
    .flatMap((node) => childrenOf(node, row))
    .map((node) => ({
      node,
      impuesto: valueOf(node, `Impuesto${suffix}`) ?? '',
      tipoFactor: valueOf(node, `TipoFactor${suffix}`) ?? '',
      tasa: numberOf(node, `TasaOCuota${suffix}`),
      base: numberOf(node, `Base${suffix}`) ?? 0n,
      importe: numberOf(node, `Importe${suffix}`),
    }));

/** Withheld taxes are one row by impuesto (CRP20263), transferred ones by impuesto, factor and rate (CRP20271). */
function groupsOf(
  { node, totales, documentos }: { node: XmlNode; totales: XmlNode; documentos: readonly DocumentView[] },
  rows: readonly RowP[],
  retencion: boolean,
): readonly GroupP[] {
  const ofDocuments = documentos.flatMap(({ rows: own, equivalencia }) =>
    own.filter((row) => row.retencion === retencion).map((row) => ({ row, equivalencia })),
  );
  const allExento = ofDocuments.every(({ row }) => row.tipoFactor === 'Exento');
  const byKey = new Map<string, GroupP>();
  const groupOf = ({ impuesto, tipoFactor, tasa }: Omit<RowP, 'node'>): GroupP => {
    const key = retencion ? impuesto : `${impuesto} ${tipoFactor} ${tasa ?? ''}`;
    let one = byKey.get(key);
    if (!one) {
      one = { pago: node, totales, impuesto, tipoFactor, tasa, rows: [], ofDocuments: [], allExento };
      byKey.set(key, one);
    }
    return one;
  };
  for (const row of rows) groupOf(row).rows.push(row);
  for (const one of ofDocuments) groupOf(one.row).ofDocuments.push(one);
  return [...byKey.values()];
}
