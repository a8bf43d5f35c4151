import type { Comprobante } from '../../../comprobante.js';
import { nodoDelComprobante } from '../../../documento/nodo.js';
import { complementoDe } from '../../../formas/escribir.js';
import type { ComprobanteInput } from '../../../input.js';
import type { Nodo } from '../../../parsed.js';
import type { ContextoReglas, Falla } from '../../../reglas/regla.js';
import type { Construido } from '../../complemento.js';
import { construirNomina } from '../construir.js';
import { revisarNomina } from '../reglas/index.js';
import { totalesNomina } from '../totales.js';

/** Whole documents of payrolls for the complement's own specs: the comprobante that goes around one is always the same. */
export interface DocumentoNomina {
  readonly comprobante: Comprobante;
  /** cfdi:Comprobante. */
  readonly raiz: Nodo;
  readonly nominas: readonly Nodo[];
}

/** Builds what has to build, or fails the test with the refusal. */
export function documentoDe(input: ComprobanteInput): DocumentoNomina {
  const construidos = (input.complementos ?? []).map((complemento, i): Construido => {
    if (complemento.tipo !== 'nomina') throw new Error(complemento.tipo);
    const built = construirNomina(complemento.nomina, input, `complementos[${i}].nomina`);
    if (!built.ok) throw new Error(JSON.stringify(built.refusal.details, null, 1));
    return built.value;
  });
  const { subTotal, descuento, total } = totalesNomina(construidos.map(({ nodo }) => nodo));
  const comprobante: Comprobante = {
    ...input,
    ...{ subTotal, descuento, total, traslados: [], retenciones: [], cfdiRelacionados: [] },
    conceptos: [
      {
        ...{ claveProdServ: '84111505', cantidad: '1', claveUnidad: 'ACT', descripcion: 'Pago de nómina' },
        ...{ valorUnitario: subTotal, importe: subTotal, descuento, objetoImp: '01' },
        ...{ traslados: [], retenciones: [], informacionAduanera: [], cuentaPredial: [], partes: [] },
      },
    ],
    complementos: construidos.map(({ estandar, nodo }) => complementoDe(estandar, nodo)),
  };
  return {
    comprobante,
    raiz: nodoDelComprobante(comprobante, { deComprobante: construidos, deConceptos: new Map() }),
    nominas: construidos.map(({ nodo }) => nodo),
  };
}

/** Every rule that a document's payrolls break. */
export function fallasDe(raiz: Nodo, conocido: Omit<ContextoReglas, 'raiz'> = {}): readonly Falla[] {
  const fallas: Falla[] = [];
  const complemento = raiz.hijos.find(({ nombre }) => nombre === 'Complemento');
  for (const nodo of complemento?.hijos ?? [])
    if (nodo.nombre === 'Nomina') revisarNomina(nodo, { ...conocido, raiz }, fallas);
  return fallas;
}
