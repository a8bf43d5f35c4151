import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import { detailsOf } from '../../schemas/details.js';
import { hidrocarburosPetroliferos } from '../../schemas/standards/conceptos/hidrocarburos-petroliferos.js';
import { iedu } from '../../schemas/standards/conceptos/iedu.js';
import type { Standard } from '../../schemas/schema.js';
import { findDefects } from '../../schemas/check.js';
import type { ConceptoInput } from '../../input.js';
import type { BuiltComplemento } from '../complemento.js';
import type { ComplementoConceptoInput, NamespaceInput } from '../input.js';
import { buildConceptoXml } from '../xml/build.js';
import { readNodeFromFields, dropRepeated, type FieldNames } from './attributes.js';

const IEDU: FieldNames = {
  ...{ nombreAlumno: 'nombreAlumno', CURP: 'curp', nivelEducativo: 'nivelEducativo' },
  ...{ autRVOE: 'autRvoe', rfcPago: 'rfcPago' },
};
const HIDROCARBUROS: FieldNames = {
  ...{ TipoPermiso: 'tipoPermiso', NumeroPermiso: 'numeroPermiso' },
  ...{ ClaveHYP: 'claveHyp', SubProductoHYP: 'subProductoHyp' },
};

/**
 * The complement of one line (cfdi:ComplementoConcepto): iedu 1.0, Hidrocarburos y Petrolíferos 1.0 (whose ClaveHYP
 * is the line's ClaveProdServ where the input has none), or the caller's XML of any standard that may stand there.
 * Refuses (invalid_request) with a detail per wrong field below `path`. iedu's CURP and RFC have the forms of its own
 * schema, which are wider than those of CFDI 4.0; keys and permits are for `revisarComplementoConcepto`.
 */
export function buildComplementoConcepto(
  data: ComplementoConceptoInput,
  concepto: ConceptoInput,
  path: string,
  namespaces: readonly NamespaceInput[] = [],
): Result<BuiltComplemento> {
  // The gateway has checked the types; the engine answers any value at all.
  const given: unknown = data;
  const type = typeof given === 'object' && given !== null ? (given as { tipo?: unknown }).tipo : undefined;
  switch (type) {
    case 'iedu':
      return buildElement(iedu, data, path, IEDU);
    case 'hidrocarburos':
      return buildElement(hidrocarburosPetroliferos, addClave(data, concepto), path, HIDROCARBUROS);
    case 'xml':
      return buildConceptoXml((given as { xml: string }).xml, { espacios: namespaces }, `${path}.xml`);
    default:
      return refuseFields([
        field(`${path}.tipo`, 'invalid_value', { params: { values: 'iedu, hidrocarburos, xml' } }),
      ]);
  }
}

const addClave = (data: ComplementoConceptoInput, { claveProdServ }: ConceptoInput): object => ({
  ...data,
  claveHyp: ('claveHyp' in data ? data.claveHyp : undefined) ?? claveProdServ,
});

function buildElement(
  standard: Standard,
  data: unknown,
  path: string,
  fields: FieldNames,
): Result<BuiltComplemento> {
  const details: Detail[] = [];
  const node = readNodeFromFields(standard.root, standard.namespace, data, path, fields, details);
  const all = dropRepeated(details, detailsOf(findDefects(standard.root, node)));
  return all.length > 0 ? refuseFields(all) : ok({ standard, node });
}
