import { formatDecimal } from '#kernel';
import { pagos20 } from '../../schemas/standards/complementos/pagos-20.js';
import { withPath } from '../../schemas/paths.js';
import type { XmlNode } from '../../parsed.js';
import type { ComputedPago } from './compute.js';
import { formatEquivalencia, formatImporte } from './written.js';
import { OPERATION_FIELDS } from './read.js';
import type { ReadDocument, ReadImpuesto } from './read-model.js';
import { centavosOf, TOTALES } from './totales.js';

type Values = Readonly<Record<string, string | undefined>>;

/** An element with its attributes in the table's order, and the children that there are. */
function nodeOf(name: string, values: Values, children: readonly (XmlNode | undefined)[] = []): XmlNode {
  const attributes: Record<string, string> = {};
  for (const name in values) if (values[name] !== undefined) attributes[name] = values[name];
  return {
    ...{ name, namespace: pagos20.namespace, attributes },
    children: children.filter((child) => child !== undefined),
  };
}

const groupOf = (name: string, children: readonly (XmlNode | undefined)[]): XmlNode | undefined =>
  children.some((child) => child !== undefined) ? nodeOf(name, {}, children) : undefined;

const formatTasa = (tasa: bigint | undefined): string | undefined =>
  tasa === undefined ? undefined : formatDecimal(tasa, { min: 6 });

const optionalText = (importe: bigint | undefined, decimals: number): string | undefined =>
  importe === undefined ? undefined : formatImporte(importe, decimals);

/** pago20:Pagos of computed payments, with the paths of the input below `path`. */
export function toPagosNode(computed: readonly ComputedPago[], path: string): XmlNode {
  const totales = Object.fromEntries(
    TOTALES.map((total) => {
      const centavos = centavosOf(total, computed);
      return [
        total.attribute,
        centavos === undefined ? undefined : formatDecimal(centavos, { scale: 2, min: 2 }),
      ];
    }),
  );
  // Totals come from all payments: whatever is wrong with one is said of the list.
  const ofAll = Object.fromEntries(TOTALES.map(({ attribute }) => [attribute, `/${path}`]));
  return withPath(
    nodeOf('Pagos', { Version: '2.0' }, [
      withPath(nodeOf('Totales', totales), path, ofAll),
      ...computed.map(toPagoNode),
    ]),
    path,
    { Totales: `/${path}`, Pago: `/${path}` },
  );
}

function toPagoNode(computed: ComputedPago): XmlNode {
  const { pago, monto, tipoCambio } = computed;
  return withPath(
    nodeOf(
      'Pago',
      {
        ...{ FechaPago: pago.fecha, FormaDePagoP: pago.formaPago, MonedaP: pago.moneda },
        ...{ TipoCambioP: formatDecimal(tipoCambio), Monto: formatImporte(monto, pago.decimales) },
        ...pago.operacion,
      },
      [...pago.documentos.map(toDocumentNode), impuestosP(computed)],
    ),
    pago.ruta,
    {
      ...{ FechaPago: 'fecha', FormaDePagoP: 'formaPago', MonedaP: 'moneda', TipoCambioP: 'tipoCambio' },
      ...{ Monto: pago.monto === undefined ? 'documentos' : 'monto', ...OPERATION_FIELDS },
      ...{ DoctoRelacionado: 'documentos', ImpuestosP: 'documentos' },
    },
  );
}

function impuestosP({ pago, retenciones, traslados }: ComputedPago): XmlNode | undefined {
  const path = `${pago.ruta}.documentos`;
  const groupNode = (name: string, values: Values): XmlNode =>
    withPath(
      nodeOf(name, values),
      path,
      Object.fromEntries(Object.keys(values).map((name) => [name, `/${path}`])),
    );
  return groupOf('ImpuestosP', [
    groupOf(
      'RetencionesP',
      retenciones.map(({ impuesto, importe }) =>
        groupNode('RetencionP', { ImpuestoP: impuesto, ImporteP: formatImporte(importe, pago.decimales) }),
      ),
    ),
    groupOf(
      'TrasladosP',
      traslados.map(({ base, impuesto, tipoFactor, tasa, importe }) =>
        groupNode('TrasladoP', {
          ...{ BaseP: formatImporte(base, pago.decimales), ImpuestoP: impuesto, TipoFactorP: tipoFactor },
          ...{ TasaOCuotaP: formatTasa(tasa), ImporteP: optionalText(importe, pago.decimales) },
        }),
      ),
    ),
  ]);
}

const DOCUMENT_FIELDS: Readonly<Record<string, string>> = {
  ...{ IdDocumento: 'idDocumento', Serie: 'serie', Folio: 'folio', MonedaDR: 'moneda' },
  ...{ EquivalenciaDR: 'equivalencia', NumParcialidad: 'numParcialidad', ImpSaldoAnt: 'saldoAnterior' },
  ...{ ImpPagado: 'importePagado', ImpSaldoInsoluto: 'saldoAnterior', ObjetoImpDR: 'objetoImp' },
  ImpuestosDR: 'impuestos',
};

function toDocumentNode(docto: ReadDocument): XmlNode {
  const { decimales, saldoAnterior, importePagado, impuestos } = docto;
  const rowsOf = (retencion: boolean): readonly XmlNode[] =>
    impuestos
      .filter((impuesto) => impuesto.retencion === retencion)
      .map((impuesto) => rowDR(retencion ? 'RetencionDR' : 'TrasladoDR', impuesto, decimales));
  const ofImpuestos = groupOf('ImpuestosDR', [
    groupOf('RetencionesDR', rowsOf(true)),
    groupOf('TrasladosDR', rowsOf(false)),
  ]);
  return withPath(
    nodeOf(
      'DoctoRelacionado',
      {
        ...{ IdDocumento: docto.idDocumento, Serie: docto.serie, Folio: docto.folio },
        ...{ MonedaDR: docto.moneda, EquivalenciaDR: formatEquivalencia(docto.equivalencia) },
        ...{ NumParcialidad: docto.numParcialidad, ImpSaldoAnt: formatImporte(saldoAnterior, decimales) },
        ImpPagado: formatImporte(importePagado, decimales),
        ImpSaldoInsoluto: formatImporte(saldoAnterior - importePagado, decimales),
        ObjetoImpDR: docto.objetoImp,
      },
      [ofImpuestos && withPath(ofImpuestos, `${docto.ruta}.impuestos`)],
    ),
    docto.ruta,
    DOCUMENT_FIELDS,
  );
}

const rowDR = (name: string, impuesto: ReadImpuesto, decimals: number): XmlNode =>
  withPath(
    nodeOf(name, {
      ...{ BaseDR: formatImporte(impuesto.base, decimals), ImpuestoDR: impuesto.impuesto },
      ...{ TipoFactorDR: impuesto.tipoFactor, TasaOCuotaDR: formatTasa(impuesto.tasa) },
      ImporteDR: optionalText(impuesto.importe, decimals),
    }),
    impuesto.ruta,
    {
      ...{ BaseDR: 'base', ImpuestoDR: 'impuesto', TipoFactorDR: 'tipoFactor' },
      ...{ TasaOCuotaDR: 'tasa', ImporteDR: 'importe' },
    },
  );
