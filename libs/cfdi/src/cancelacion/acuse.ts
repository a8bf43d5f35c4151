import { field, ok, refuseFields, type Refused, type Result } from '#kernel';
import { readXml } from '../lectura/nodos.js';
import type { Nodo } from '../parsed.js';
import { codigoCancelacion, type Efecto } from './codigos.js';
import { DSIG } from './firma.js';
import { UUID } from './modelo.js';

/** What the authority said of one folio. */
export interface FolioAcuse {
  /** In upper case. */
  readonly uuid: string;
  /** As it was written: 201, 1202. */
  readonly estatusUuid: string;
  /** What it means; undefined for a code that is not known. */
  readonly efecto: Efecto | undefined;
}

/** The authority's receipt of a cancellation request. */
export interface Acuse {
  /** Empty where the authority did not know whose request it was. */
  readonly rfcEmisor: string;
  /** Local time of central Mexico, as it was written (some have fractions of a second). */
  readonly fecha: string;
  /** The request's own code, where there is one: 301, 303... */
  readonly codEstatus?: string;
  readonly folios: readonly FolioAcuse[];
  /**
   * The XML document that the receipt came in, unchanged, to be kept: the authority signs with a secret of its own
   * (HMAC with SHA-512), so nobody else can verify it, and any change would take its worth.
   */
  readonly xml: string;
}

const MAX_CHARS = 1024 * 1024;
/** A provider's SOAP answer holds the authority's as text, which may hold the receipt as text again. */
const MAX_DENTRO = 3;

/**
 * Reads a receipt: `Acuse`, or the authority's SOAP answer (`CancelaCFDResult` and the like), by itself or as text
 * (escaped or CDATA) inside a provider's answer. Refuses (invalid_request, path `xml`) what has none, several, or a
 * receipt without RFC, date, folios or code.
 */
export function parseAcuse(xml: string): Result<Acuse> {
  const acuses = buscar(xml, MAX_DENTRO);
  if (!acuses.ok) return acuses;
  const [unico, ...otros] = acuses.value;
  if (!unico || otros.length > 0)
    return ilegible('no tiene un acuse, o tiene varios.', 'it has no receipt, or several.');
  return leerAcuse(unico.nodo, unico.xml);
}

const ilegible = (es: string, en: string): Refused =>
  refuseFields([
    field('xml', 'invalid_format', {
      message: { es: `El acuse no puede leerse: ${es}`, en: `The receipt cannot be read: ${en}` },
    }),
  ]);

interface Hallado {
  readonly nodo: Nodo;
  readonly xml: string;
}

function buscar(xml: string, dentro: number): Result<readonly Hallado[]> {
  if (xml.length > MAX_CHARS) return ilegible('es demasiado grande.', 'it is too large.');
  const leido = readXml(xml.replace(/^\s+/, ''));
  if (!leido.ok) return leido;
  const hallados: Hallado[] = [];
  const pendientes: Nodo[] = [leido.value];
  for (let nodo = pendientes.pop(); nodo; nodo = pendientes.pop()) {
    if (nodo.espacio === DSIG) continue;
    if (esAcuse(nodo)) hallados.push({ nodo, xml });
    else pendientes.push(...nodo.hijos);
    if (dentro === 0 || !/^\s*</.test(nodo.texto ?? '')) continue;
    // Text that only looks like XML, such as a message of the provider's, is no receipt.
    const interior = buscar(nodo.texto ?? '', dentro - 1);
    if (interior.ok) hallados.push(...interior.value);
  }
  return ok(hallados);
}

/** The element has another name in each service; what it says of itself it has in attributes. */
const esAcuse = ({ nombre, atributos }: Nodo): boolean =>
  /^(?:Acuse|Cancela[A-Za-z]*Result)$/.test(nombre) &&
  ('RfcEmisor' in atributos || 'CodEstatus' in atributos);

function leerAcuse({ atributos, hijos }: Nodo, xml: string): Result<Acuse> {
  const { RfcEmisor = '', Fecha = '', CodEstatus = '' } = atributos;
  const folios = foliosDe(hijos);
  if (folios === undefined)
    return ilegible('un UUID no tiene su EstatusUUID.', 'a UUID has not its EstatusUUID.');
  const conFolios = folios.length > 0 && RfcEmisor !== '' && /^\d{4}-\d\d-\d\dT/.test(Fecha);
  if (!conFolios && CodEstatus === '')
    return ilegible('le faltan el RFC, la fecha o los folios.', 'RFC, date or folios are missing.');
  return ok({
    ...{ rfcEmisor: RfcEmisor, fecha: Fecha, folios, xml },
    ...(CodEstatus !== '' && { codEstatus: CodEstatus }),
  });
}

/** `<Folios><UUID/><EstatusUUID/></Folios>`, one for each folio or several pairs in one. */
function foliosDe(hijos: readonly Nodo[]): readonly FolioAcuse[] | undefined {
  const folios: FolioAcuse[] = [];
  for (const grupo of hijos.filter(({ nombre }) => nombre === 'Folios')) {
    const textos = (nombre: string): readonly string[] =>
      grupo.hijos.filter((hijo) => hijo.nombre === nombre).map(({ texto = '' }) => texto.trim());
    const uuids = textos('UUID');
    const estatus = textos('EstatusUUID');
    if (uuids.length !== estatus.length) return undefined;
    for (const [i, uuid] of uuids.entries()) {
      const estatusUuid = estatus[i] ?? '';
      if (!UUID.test(uuid) || !/^[A-Za-z]{0,4}\d{1,6}$/.test(estatusUuid)) return undefined;
      const efecto = codigoCancelacion(estatusUuid)?.efecto;
      folios.push({ uuid: uuid.toUpperCase(), estatusUuid, efecto });
    }
  }
  return folios;
}
