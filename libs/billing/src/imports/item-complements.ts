import { readElement, type Complemento } from '#cfdi';
import type { ItemComplement } from '#contracts';

const IEDU = 'http://www.sat.gob.mx/iedu';
const HIDROCARBUROS = 'http://www.sat.gob.mx/hidrocarburospetroliferos';

/** Names of our fields by attribute. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [IEDU]: {
    nombreAlumno: 'nombreAlumno',
    CURP: 'CURP',
    nivelEducativo: 'nivelEducativo',
    autRVOE: 'autRVOE',
    rfcPago: 'rfcPago',
  },
  [HIDROCARBUROS]: {
    TipoPermiso: 'tipo_permiso',
    NumeroPermiso: 'numero_permiso',
    ClaveHYP: 'clave_hyp',
    SubProductoHYP: 'sub_producto_hyp',
  },
};

/** The complement of a line: fields where our own lines have fields, else its XML. */
export function itemComplementOf(complemento: Complemento | undefined): ItemComplement | null {
  if (complemento === undefined) return null;
  const fields = FIELDS[complemento.espacio];
  if (fields === undefined) return complemento.xml;
  const { attributes } = readElement(complemento);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([attribute, name]) => {
      const value = attributes[attribute];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
