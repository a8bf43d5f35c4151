import type { NamespaceInput } from '../complementos/input.js';
import type { Complemento } from '../comprobante.js';
import type { XmlNode } from '../parsed.js';
import { collapse } from '../text.js';
import * as c from './fields.js';
import type { CfdiRetencion } from './model.js';

/** The fields of an element's attributes, white space collapsed. */
const readNode = <T>({ attributes }: XmlNode, fields: c.FieldNames): T =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([attribute, field]) => {
      const value = attributes[attribute];
      return value === undefined ? [] : [[field, collapse(value)]];
    }),
  ) as T;

const childOf = ({ children, namespace }: XmlNode, name: string): XmlNode | undefined =>
  children.find((one) => one.name === name && one.namespace === namespace);

/** What is beside the elements of the standard. */
export interface RetencionRest {
  readonly complementos: readonly Complemento[];
  readonly addenda?: string | undefined;
  readonly espacios?: readonly NamespaceInput[] | undefined;
}

/** The model of an element whose structure holds (its seal apart). */
export function toRetencion(
  root: XmlNode,
  { complementos, addenda, espacios }: RetencionRest,
): CfdiRetencion {
  // The structure says that they are there.
  const one = (name: string, parent = root): XmlNode => childOf(parent, name) as XmlNode;
  const relacionado = childOf(root, 'CfdiRetenRelacionados');
  const receptor = one('Receptor');
  const nacional = childOf(receptor, 'Nacional');
  const totales = one('Totales');
  return {
    ...readNode<Pick<CfdiRetencion, 'fechaExp' | 'lugarExpRetenc' | 'cveRetenc'>>(root, c.ROOT),
    ...(relacionado && { relacionado: readNode(relacionado, c.RELACIONADO) }),
    emisor: readNode(one('Emisor'), c.EMISOR),
    receptor: nacional
      ? {
          nacionalidad: 'Nacional',
          ...readNode<{ rfc: string; nombre: string; domicilioFiscal: string }>(nacional, c.NACIONAL),
        }
      : {
          nacionalidad: 'Extranjero',
          ...readNode<{ nombre: string }>(one('Extranjero', receptor), c.FOREIGN),
        },
    periodo: readNode(one('Periodo'), c.PERIODO),
    totales: {
      ...readNode<Omit<CfdiRetencion['totales'], 'impRetenidos'>>(totales, c.TOTALES),
      impRetenidos: totales.children.map((row) => readNode(row, c.IMP_RETENIDOS)),
    },
    complementos,
    ...(addenda !== undefined && { addenda }),
    ...((addenda !== undefined || (espacios ?? []).length > 0) && { espacios: espacios ?? [] }),
  };
}
