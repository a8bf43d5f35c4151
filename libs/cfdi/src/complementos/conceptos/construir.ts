import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import { detallesDe } from '../../formas/detalles.js';
import { hidrocarburosPetroliferos } from '../../formas/estandares/conceptos/hidrocarburos-petroliferos.js';
import { iedu } from '../../formas/estandares/conceptos/iedu.js';
import type { Estandar } from '../../formas/forma.js';
import { defectosDe } from '../../formas/revisar.js';
import type { ConceptoInput } from '../../input.js';
import type { Construido } from '../complemento.js';
import type { ComplementoConceptoInput, EspacioInput } from '../input.js';
import { construirConceptoXml } from '../xml/construir.js';
import { deCampos, sinRepetir, type Campos } from './atributos.js';

const IEDU: Campos = {
  ...{ nombreAlumno: 'nombreAlumno', CURP: 'curp', nivelEducativo: 'nivelEducativo' },
  ...{ autRVOE: 'autRvoe', rfcPago: 'rfcPago' },
};
const HIDROCARBUROS: Campos = {
  ...{ TipoPermiso: 'tipoPermiso', NumeroPermiso: 'numeroPermiso' },
  ...{ ClaveHYP: 'claveHyp', SubProductoHYP: 'subProductoHyp' },
};

/**
 * The complement of one line (cfdi:ComplementoConcepto): iedu 1.0, Hidrocarburos y Petrolíferos 1.0 (whose ClaveHYP
 * is the line's ClaveProdServ where the input has none), or the caller's XML of any standard that may stand there.
 * Refuses (invalid_request) with a detail per wrong field below `ruta`. iedu's CURP and RFC have the forms of its own
 * schema, which are wider than those of CFDI 4.0; keys and permits are for `revisarComplementoConcepto`.
 */
export function construirComplementoConcepto(
  datos: ComplementoConceptoInput,
  concepto: ConceptoInput,
  ruta: string,
  espacios: readonly EspacioInput[] = [],
): Result<Construido> {
  // The gateway has checked the types; the engine answers any value at all.
  const dados: unknown = datos;
  const tipo = typeof dados === 'object' && dados !== null ? (dados as { tipo?: unknown }).tipo : undefined;
  switch (tipo) {
    case 'iedu':
      return deUnElemento(iedu, datos, ruta, IEDU);
    case 'hidrocarburos':
      return deUnElemento(hidrocarburosPetroliferos, conClave(datos, concepto), ruta, HIDROCARBUROS);
    case 'xml':
      return construirConceptoXml((dados as { xml: string }).xml, { espacios }, `${ruta}.xml`);
    default:
      return refuseFields([
        field(`${ruta}.tipo`, 'invalid_value', { params: { values: 'iedu, hidrocarburos, xml' } }),
      ]);
  }
}

const conClave = (datos: ComplementoConceptoInput, { claveProdServ }: ConceptoInput): object => ({
  ...datos,
  claveHyp: ('claveHyp' in datos ? datos.claveHyp : undefined) ?? claveProdServ,
});

function deUnElemento(estandar: Estandar, datos: unknown, ruta: string, campos: Campos): Result<Construido> {
  const detalles: Detail[] = [];
  const nodo = deCampos(estandar.raiz, estandar.espacio, datos, ruta, campos, detalles);
  const todos = sinRepetir(detalles, detallesDe(defectosDe(estandar.raiz, nodo)));
  return todos.length > 0 ? refuseFields(todos) : ok({ estandar, nodo });
}
