import { cadenaDelDocumento, UnknownComplement } from './cadena.js';
import { matrixProblem } from './matrix/index.js';
import { hijo, readXml, Unreadable, type Nodo } from '../xml.js';
import { sealProblem, type Negativa } from './seal.js';
import { structureProblem } from './structure.js';
import { triggersOf, type DocumentTriggers } from './triggers.js';

/** A document as it came in, read as far as it can be. */
export interface Opened {
  readonly xml: string;
  /** The tree; absent where the text is not XML. */
  readonly raiz?: Nodo;
  readonly sello: string;
  readonly rfcEmisor: string;
  readonly rfcReceptor: string;
  readonly total: string;
  readonly triggers: DocumentTriggers;
  readonly ilegible?: string;
}

const estructura = (texto: string): Negativa => ({
  codigo: '301',
  texto: `La estructura del comprobante es incorrecta: ${texto}.`,
  origen: 'pac',
});

/** Reads the parts that the ledger and the triggers need. Nothing is checked yet. */
export function openDocument(xml: string): Opened {
  try {
    return { xml, ...partsOf(readXml(xml)) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return {
      xml,
      sello: '',
      rfcEmisor: '',
      rfcReceptor: '',
      total: '',
      triggers: {},
      ilegible: error.message,
    };
  }
}

function partsOf(raiz: Nodo): Omit<Opened, 'xml'> {
  const conceptos = hijo(raiz, 'cfdi:Conceptos')?.hijos ?? [];
  return {
    raiz,
    sello: raiz.atributos.Sello ?? '',
    rfcEmisor: hijo(raiz, 'cfdi:Emisor')?.atributos.Rfc ?? '',
    rfcReceptor: hijo(raiz, 'cfdi:Receptor')?.atributos.Rfc ?? '',
    total: raiz.atributos.Total ?? '',
    triggers: triggersOf(conceptos.map((concepto) => concepto.atributos.NoIdentificacion)),
  };
}

/** Why the provider refuses a document, if it does, in a real one's order: structure, stamp, seal, matrix. */
export function checkDocument({ raiz, ilegible }: Opened, now: Date): Negativa | undefined {
  if (!raiz) return estructura(ilegible ?? 'no se puede leer');
  const structure = structureProblem(raiz);
  if (structure !== undefined) return estructura(structure);
  if (hijo(raiz, 'cfdi:Complemento')?.hijos.some(({ nombre }) => nombre.endsWith(':TimbreFiscalDigital')))
    return { codigo: '707', texto: 'El comprobante ya contiene un timbre fiscal digital.', origen: 'pac' };
  const seal = sealOf(raiz, now);
  if (seal) return seal;
  const falla = matrixProblem(raiz);
  return falla && { ...falla, origen: 'sat' };
}

function sealOf(raiz: Nodo, now: Date): Negativa | undefined {
  try {
    return sealProblem(raiz, () => cadenaDelDocumento(raiz), now);
  } catch (error) {
    if (error instanceof UnknownComplement) return estructura(`el sandbox no conoce ${error.message}`);
    throw error;
  }
}
