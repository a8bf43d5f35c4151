import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import { impuestoOf } from '#sat';
import type { BuiltComplemento } from '../complementos/complemento.js';
import { checkAddenda, type Addenda } from '../complementos/xml/addenda.js';
import { findRepeatedComplementos, buildRetencionXml } from '../complementos/xml/build.js';
import { checkNamespaces } from '../complementos/xml/namespaces.js';
import { detailsOf } from '../schemas/details.js';
import { isObject } from '../json-object.js';
import { toComplemento } from '../schemas/write.js';
import { violationToDetail, type RuleContext, type Violation } from '../rules/rule.js';
import { toRetencion } from './from-node.js';
import { centavos, fillTotales, twoDecimals } from './amounts.js';
import { findRetencionDefects } from './structure.js';
import { buildRetentionComplement, type RetentionComplementInput } from './complements/build.js';
import type { RetencionInput } from './input.js';
import type { CfdiRetencion } from './model.js';
import { readList, nodeFrom, type Writing } from './node.js';
import { checkRetencion } from './rules.js';

const MAX_DETAILS = 100;
const NO_SELLO = { noCertificado: '', certificado: '', sello: '' };

/**
 * Builds a CFDI of retentions 2.0 by its schema and by our rules (rules.ts). Any input at all gives a document or a
 * refusal (invalid_request) with a detail per wrong field, at paths of the input (`totales.impRetenidos[0].montoRet`).
 * @param known what the rules may know beside the document: large catalogues, a register of RFCs
 */
export function buildRetencion(
  input: RetencionInput,
  known: Omit<RuleContext, 'root'> = {},
): Result<CfdiRetencion> {
  if (typeof input !== 'object' || (input as unknown) === null)
    return refuseFields([field('', 'invalid_type', { params: { expected: 'object' } })]);
  const details: Detail[] = [];
  const namespaceDefects = checkNamespaces(input.espacios ?? [], 'espacios');
  const built = complementosOf(input, details);
  const addenda = readAddenda(input, namespaceDefects, details);
  const writing: Writing = { details, convert: (attribute) => converterFor(attribute, details) };
  const root = nodeFrom(
    fillTotales(input),
    built.map(({ node }) => node),
    NO_SELLO,
    writing,
  );
  details.push(...namespaceDefects, ...findRepeatedComplementos(built));
  details.push(...detailsOf(findRetencionDefects(root, MAX_DETAILS)));
  if (details.length === 0) {
    const violations: Violation[] = [];
    checkRetencion(root, { ...known, root }, violations, MAX_DETAILS);
    details.push(...violations.map(violationToDetail));
  }
  if (details.length > 0) return refuseFields(takeFirst(details).slice(0, MAX_DETAILS));
  const complementos = built.map(({ standard, node }) => toComplemento(standard, node));
  return ok(toRetencion(root, { complementos, addenda: addenda?.xml, espacios: addenda?.espacios }));
}

/** What a field has wrong is said once. */
function takeFirst(details: readonly Detail[]): readonly Detail[] {
  const seen = new Set<string | undefined>();
  return details.filter(({ path }) => !seen.has(path) && seen.add(path));
}

function complementosOf(input: RetencionInput, details: Detail[]): readonly BuiltComplemento[] {
  return readList(input.complementos, 'complementos', details).flatMap((given, i) => {
    const path = `complementos[${i}]`;
    const made = isObject(given)
      ? buildRetentionComplement(given as unknown as RetentionComplementInput, path)
      : buildRetencionXml(given as string, { espacios: input.espacios ?? [] }, path);
    if (made.ok) return [made.value];
    details.push(...(made.refusal.details ?? []));
    return [];
  });
}

function readAddenda(
  { addenda, espacios = [] }: RetencionInput,
  namespaceDefects: readonly Detail[],
  details: Detail[],
): Addenda | undefined {
  if ((addenda ?? undefined) === undefined || namespaceDefects.length > 0) return undefined;
  const made = checkAddenda(addenda as string, espacios, 'addenda');
  if (made.ok) return made.value;
  details.push(...(made.refusal.details ?? []));
  return undefined;
}

const IMPORTES = new Set([
  ...['MontoTotOperacion', 'MontoTotGrav', 'MontoTotExent', 'MontoTotRet'],
  ...['UtilidadBimestral', 'ISRCorrespondiente', 'BaseRet', 'MontoRet'],
]);

/** How the input's numbers and names become what the attribute carries. */
function converterFor(
  attribute: string,
  details: Detail[],
): ((given: unknown, path: string) => unknown) | undefined {
  if (IMPORTES.has(attribute))
    return (given, path) => {
      if (given === undefined || given === null) return undefined;
      const micros = centavos(given);
      if (micros !== undefined) return twoDecimals(micros);
      details.push(field(path, 'invalid_type', { params: { expected: 'decimal' } }));
      return undefined;
    };
  if (attribute === 'MesIni' || attribute === 'MesFin' || attribute === 'Ejercicio')
    return (given) => (typeof given === 'number' ? String(given).padStart(2, '0') : undefined);
  if (attribute === 'ImpuestoRet')
    return (given, path) => {
      if (typeof given !== 'string') return undefined;
      const key = impuestoOf(given)?.key;
      if (key === undefined)
        details.push(field(path, 'invalid_value', { params: { values: 'IVA, ISR, IEPS' } }));
      return key;
    };
  return undefined;
}
