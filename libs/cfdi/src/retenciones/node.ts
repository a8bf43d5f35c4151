import { field, type Detail } from '#kernel';
import { retenciones20 } from '../schemas/standards/cfdi/retenciones-20.js';
import { withPath } from '../schemas/paths.js';
import type { Seals } from '../document/xml.js';
import type { XmlNode } from '../parsed.js';
import { collapse, textProblem } from '../text.js';
import * as c from './fields.js';
import type { CfdiRetencion } from './model.js';
import type { JsonObject } from '../json-object.js';

/**
 * The element retenciones:Retenciones of an input or of a model, whose fields have the same names. It is made of
 * anything at all: what has the wrong type is noted in `details`, what is missing is for the check of structure.
 */
type Convert = (value: unknown, path: string) => unknown;

export interface Writing {
  readonly details: Detail[];
  /** Turns a field's value into what the attribute carries; text of other fields is taken as it is. */
  readonly convert: (attribute: string) => Convert | undefined;
}

const NO_DATA: JsonObject = {};
const NO_SELLO: Seals = { noCertificado: '', certificado: '', sello: '' };

/** An object, or none: anything else is noted as a detail and counts as none. */
export function toObject(given: unknown, path: string, details: Detail[]): JsonObject | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'object' && !Array.isArray(given)) return given as JsonObject;
  details.push(field(path, 'invalid_type', { params: { expected: 'object' } }));
  return undefined;
}

/** A list, or none. */
export function readList(given: unknown, path: string, details: Detail[]): readonly unknown[] {
  if (given === undefined || given === null) return [];
  if (Array.isArray(given)) return given;
  details.push(field(path, 'invalid_type', { params: { expected: 'array' } }));
  return [];
}

function textOf(given: unknown, path: string, details: Detail[]): string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'string') {
    details.push(field(path, 'invalid_type', { params: { expected: 'string' } }));
    return undefined;
  }
  const text = collapse(given);
  const problem = text === '' ? undefined : textProblem(text, path, Infinity);
  if (problem) details.push(problem);
  return text;
}

const pathUnder = (path: string, field: string): string => (path === '' ? field : `${path}.${field}`);

function writeElement(
  name: string,
  data: JsonObject,
  path: string,
  fields: c.FieldNames,
  { details, convert }: Writing,
  children: readonly XmlNode[] = [],
): XmlNode {
  const attributes: Record<string, string> = {};
  for (const [attribute, field] of Object.entries(fields)) {
    const here = pathUnder(path, field);
    const given = data[field];
    const value = textOf(convert(attribute)?.(given, here) ?? given, here, details);
    if (value !== undefined) attributes[attribute] = value;
  }
  return withPath({ name, namespace: retenciones20.namespace, attributes, children }, path, fields);
}

/** The receiver: one child, by its nationality. */
function writeReceptor(given: unknown, writing: Writing): XmlNode {
  const data = toObject(given, 'receptor', writing.details) ?? NO_DATA;
  const children =
    data['nacionalidad'] === 'Nacional'
      ? [writeElement('Nacional', data, 'receptor', c.NACIONAL, writing)]
      : data['nacionalidad'] === 'Extranjero'
        ? [writeElement('Extranjero', data, 'receptor', c.FOREIGN, writing)]
        : [];
  const fields = { NacionalidadR: 'nacionalidad' };
  return withPath(writeElement('Receptor', data, 'receptor', fields, writing, children), 'receptor', {
    ...fields,
    ...{ Nacional: 'nacionalidad', Extranjero: 'nacionalidad' },
  });
}

function writeTotales(given: unknown, writing: Writing): XmlNode {
  const data = toObject(given, 'totales', writing.details) ?? NO_DATA;
  const rows = readList(data['impRetenidos'], 'totales.impRetenidos', writing.details);
  const children = rows.map((row, i) => {
    const path = `totales.impRetenidos[${i}]`;
    const fields = toObject(row, path, writing.details) ?? NO_DATA;
    return writeElement('ImpRetenidos', fields, path, c.IMP_RETENIDOS, writing);
  });
  return withPath(writeElement('Totales', data, 'totales', c.TOTALES, writing, children), 'totales', {
    ...c.TOTALES,
    ImpRetenidos: 'impRetenidos',
  });
}

/** The root without its addenda; `complementos` are elements that were made before. */
export function nodeFrom(
  data: JsonObject,
  complementos: readonly XmlNode[],
  { noCertificado, certificado, sello }: Seals,
  writing: Writing,
): XmlNode {
  const { details } = writing;
  const relacionado = toObject(data['relacionado'], 'relacionado', details);
  const children = [
    ...(relacionado
      ? [writeElement('CfdiRetenRelacionados', relacionado, 'relacionado', c.RELACIONADO, writing)]
      : []),
    writeElement(
      'Emisor',
      toObject(data['emisor'], 'emisor', details) ?? NO_DATA,
      'emisor',
      c.EMISOR,
      writing,
    ),
    writeReceptor(data['receptor'], writing),
    writeElement(
      'Periodo',
      toObject(data['periodo'], 'periodo', details) ?? NO_DATA,
      'periodo',
      c.PERIODO,
      writing,
    ),
    writeTotales(data['totales'], writing),
    ...(complementos.length > 0
      ? [{ name: 'Complemento', namespace: retenciones20.namespace, attributes: {}, children: complementos }]
      : []),
  ];
  const { FolioInt, ...attributes } = writeElement('Retenciones', data, '', c.ROOT, writing).attributes;
  const root: XmlNode = {
    ...{ name: 'Retenciones', namespace: retenciones20.namespace, children },
    attributes: {
      ...{ Version: '2.0', ...(FolioInt !== undefined && { FolioInt }) },
      ...{ Sello: sello, NoCertificado: noCertificado, Certificado: certificado, ...attributes },
    },
  };
  return withPath(root, '', { ...c.ROOT, ...c.CHILDREN });
}

/** The element of a model, without complements and addenda, which it has as XML. */
export const retencionToNode = (retencion: CfdiRetencion, seals: Seals = NO_SELLO): XmlNode =>
  nodeFrom(retencion as unknown as JsonObject, [], seals, { details: [], convert: () => undefined });
