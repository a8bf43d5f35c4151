import { monedas } from '#sat';
import type { Nodo } from '../../parsed.js';
import { DECIMALES_EQUIVALENCIA, PAR } from './conversion.js';
import { hijosDe, numero, valor } from './escrito.js';
import type { ResumenDePago } from './totales.js';

/** pago20:Pagos as its rules look at it: read once from the element, whatever made it. */

/** RetencionDR or TrasladoDR. */
export interface FilaDR {
  readonly nodo: Nodo;
  readonly retencion: boolean;
  readonly impuesto: string;
  readonly tipoFactor: string;
  readonly tasa: bigint | undefined;
  readonly base: bigint;
  readonly importe: bigint | undefined;
}

export interface VistaDocumento {
  readonly nodo: Nodo;
  readonly moneda: string;
  readonly monedaP: string;
  /** Of the currency; undefined where the catalogue has no such currency. */
  readonly decimales: number | undefined;
  /** An integer of ten decimals; one where it is not written. */
  readonly equivalencia: bigint;
  readonly objetoImp: string;
  readonly impuestos: Nodo | undefined;
  readonly filas: readonly FilaDR[];
}

/** RetencionP or TrasladoP. */
export interface FilaP extends Omit<FilaDR, 'retencion'> {
  readonly base: bigint;
}

/** The rows of a payment's summary of one kind, and the rows of its documents that they sum up. */
export interface GrupoP {
  readonly pago: Nodo;
  readonly totales: Nodo;
  readonly impuesto: string;
  readonly tipoFactor: string;
  readonly tasa: bigint | undefined;
  readonly filas: FilaP[];
  readonly deDocumentos: { readonly fila: FilaDR; readonly equivalencia: bigint }[];
  /** Whether every transferred tax of the payment's documents is Exento. */
  readonly todoExento: boolean;
}

export interface VistaPago extends ResumenDePago {
  readonly nodo: Nodo;
  readonly moneda: string;
  readonly decimales: number | undefined;
  readonly documentos: readonly VistaDocumento[];
  readonly gruposRetenidos: readonly GrupoP[];
  readonly gruposTrasladados: readonly GrupoP[];
}

export interface VistaPagos {
  readonly nodo: Nodo;
  readonly totales: Nodo;
  readonly pagos: readonly VistaPago[];
}

const VACIO: Nodo = { nombre: 'Totales', espacio: '', atributos: {}, hijos: [] };

export function vistaDePagos(nodo: Nodo): VistaPagos {
  const totales = hijosDe(nodo, 'Totales')[0] ?? VACIO;
  return { nodo, totales, pagos: hijosDe(nodo, 'Pago').map((pago) => vistaDePago(pago, totales)) };
}

function vistaDePago(nodo: Nodo, totales: Nodo): VistaPago {
  const moneda = valor(nodo, 'MonedaP') ?? '';
  const documentos = hijosDe(nodo, 'DoctoRelacionado').map((docto) => vistaDeDocumento(docto, moneda));
  const impuestos = hijosDe(nodo, 'ImpuestosP')[0];
  const retenciones = filasDe(impuestos, 'RetencionesP', 'RetencionP', 'P');
  const traslados = filasDe(impuestos, 'TrasladosP', 'TrasladoP', 'P');
  return {
    ...{ nodo, moneda, decimales: monedas.find(moneda)?.decimales, documentos, traslados },
    tipoCambio: numero(nodo, 'TipoCambioP') ?? 1_000_000n,
    monto: numero(nodo, 'Monto') ?? 0n,
    retenciones: retenciones.map(({ impuesto, importe = 0n }) => ({ impuesto, importe })),
    gruposRetenidos: grupos({ nodo, totales, documentos }, retenciones, true),
    gruposTrasladados: grupos({ nodo, totales, documentos }, traslados, false),
  };
}

function vistaDeDocumento(nodo: Nodo, monedaP: string): VistaDocumento {
  const moneda = valor(nodo, 'MonedaDR') ?? '';
  const impuestos = hijosDe(nodo, 'ImpuestosDR')[0];
  return {
    ...{ nodo, moneda, monedaP, decimales: monedas.find(moneda)?.decimales, impuestos },
    equivalencia: numero(nodo, 'EquivalenciaDR', DECIMALES_EQUIVALENCIA) ?? PAR,
    objetoImp: valor(nodo, 'ObjetoImpDR') ?? '',
    filas: [
      ...filasDe(impuestos, 'RetencionesDR', 'RetencionDR', 'DR').map((fila) => ({
        ...fila,
        retencion: true,
      })),
      ...filasDe(impuestos, 'TrasladosDR', 'TrasladoDR', 'DR').map((fila) => ({ ...fila, retencion: false })),
    ],
  };
}

const filasDe = (
  impuestos: Nodo | undefined,
  grupo: string,
  fila: string,
  sufijo: 'DR' | 'P',
): readonly FilaP[] =>
  hijosDe(impuestos, grupo)
    .flatMap((nodo) => hijosDe(nodo, fila))
    .map((nodo) => ({
      nodo,
      impuesto: valor(nodo, `Impuesto${sufijo}`) ?? '',
      tipoFactor: valor(nodo, `TipoFactor${sufijo}`) ?? '',
      tasa: numero(nodo, `TasaOCuota${sufijo}`),
      base: numero(nodo, `Base${sufijo}`) ?? 0n,
      importe: numero(nodo, `Importe${sufijo}`),
    }));

/** Withheld taxes are one row by impuesto (CRP20263), transferred ones by impuesto, factor and rate (CRP20271). */
function grupos(
  { nodo, totales, documentos }: { nodo: Nodo; totales: Nodo; documentos: readonly VistaDocumento[] },
  filas: readonly FilaP[],
  retencion: boolean,
): readonly GrupoP[] {
  const deDocumentos = documentos.flatMap(({ filas: suyas, equivalencia }) =>
    suyas.filter((fila) => fila.retencion === retencion).map((fila) => ({ fila, equivalencia })),
  );
  const todoExento = deDocumentos.every(({ fila }) => fila.tipoFactor === 'Exento');
  const porClave = new Map<string, GrupoP>();
  const grupo = ({ impuesto, tipoFactor, tasa }: Omit<FilaP, 'nodo'>): GrupoP => {
    const clave = retencion ? impuesto : `${impuesto} ${tipoFactor} ${tasa ?? ''}`;
    let uno = porClave.get(clave);
    if (!uno) {
      uno = { pago: nodo, totales, impuesto, tipoFactor, tasa, filas: [], deDocumentos: [], todoExento };
      porClave.set(clave, uno);
    }
    return uno;
  };
  for (const fila of filas) grupo(fila).filas.push(fila);
  for (const uno of deDocumentos) grupo(uno.fila).deDocumentos.push(uno);
  return [...porClave.values()];
}
