import {
  checkRetencion,
  findRetencionDefects,
  parseRetencion,
  writeCadenaRetencion,
  type Defect,
  type KnownContext,
  type ParsedRetencion,
  type Violation,
} from '#cfdi';
import { motivo, structure, textOfDefect } from './check.js';
import type { Examined, Facts } from './examined.js';
import { relationsOfRetencion } from './relations.js';
import { sealProblem, type SealedParts, type SealRefusal } from './seal.js';
import { triggersOfRetencion } from './triggers.js';

/** Reads and checks a document of retentions, in the order of {@link checkDocument}. */
export function examineRetencion(xml: string, now: Date, known: KnownContext): Examined {
  const parsed = parseRetencion(xml);
  if (!parsed.ok)
    return { sello: '', triggers: {}, verdict: { negativa: structure(motivo(parsed.refusal)) } };
  const document = parsed.value;
  const { DescRetenc, FolioInt } = document.attributes;
  const negativa = refusalOf(document, now, known);
  return {
    sello: document.sello,
    triggers: triggersOfRetencion(DescRetenc, FolioInt),
    verdict: negativa ? { negativa } : { facts: factsOf(document) },
  };
}

const factsOf = (document: ParsedRetencion): Facts => ({
  issuerRfc: document.emisor['RfcE'] ?? '',
  receiverRfc: 'rfc' in document.receptor ? document.receptor.rfc : (document.receptor.numRegIdTrib ?? ''),
  total: document.totales['MontoTotOperacion'] ?? '',
  // Resolución Miscelánea Fiscal, rule 2.7.1.35.
  sparesAcceptance: true,
  relations: relationsOfRetencion(document),
});

function refusalOf(document: ParsedRetencion, now: Date, known: KnownContext): SealRefusal | undefined {
  const { root } = document;
  const [defect] = findRetencionDefects(root, 1);
  if (defect) return refusalOfDefect(document, defect);
  if (document.timbre)
    return { codigo: '707', texto: 'El comprobante ya contiene un timbre fiscal digital.', origen: 'pac' };
  const cadena = writeCadenaRetencion(root);
  if (!cadena.ok) return structure(motivo(cadena.refusal));
  const seal = sealProblem(sealedParts(document), cadena.value, now);
  if (seal) return seal;
  const violations: Violation[] = [];
  checkRetencion(root, { ...known, root }, violations, 1);
  const [violation] = violations;
  return violation && { codigo: violation.code, texto: violation.es, origen: 'sat' };
}

const CODES = { certificado: 'Reten20102', nombre: 'Reten20110', sello: 'Reten20101' };

const sealedParts = ({
  attributes,
  emisor,
  sello,
  certificado,
  noCertificado,
}: ParsedRetencion): SealedParts => ({
  ...{ sello, certificado, noCertificado, codes: CODES },
  ...{ rfc: emisor['RfcE'], nombre: emisor['NomDenRazSocE'] },
  ...{ fecha: attributes['FechaExp'], lugar: attributes['LugarExpRetenc'] },
});

function refusalOfDefect({ root }: ParsedRetencion, defect: Defect): SealRefusal {
  const { kind, node, attribute } = defect;
  if (kind === 'superfluous' && attribute === undefined && node !== root)
    return structure(`no se conoce el complemento ${node.name}.`);
  const text = `${textOfDefect(defect)}.`;
  // The one form that has a code of its own in the matrix.
  if (kind === 'value' && node === root && attribute === 'FechaExp')
    return { codigo: 'Reten20103', texto: `${text.charAt(0).toUpperCase()}${text.slice(1)}`, origen: 'sat' };
  return structure(text);
}
