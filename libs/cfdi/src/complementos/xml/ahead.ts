import type { NamespaceInput } from '../input.js';
import { readAddendaAhead } from './addenda.js';
import { readXmlAhead } from './build.js';

/** The XML that a document is given. */
export interface GivenXml {
  readonly addenda?: string | undefined;
  /** Of each complement; undefined for one that is no XML. */
  readonly complementos: readonly (string | undefined)[];
  readonly espacios: readonly NamespaceInput[];
  /** Absent: a Comprobante. */
  readonly destination?: 'retenciones';
}

/**
 * Reads the long XML (above 64 KB) of a document that is built next, in pieces of 16 KB: a document is built in one go, and
 * other requests would wait while 1 MB is read. What is wrong with the XML is said by the building.
 * @param nextTurn waits until others have had their turn
 */
export async function readLongXml(
  { addenda, complementos, espacios, destination }: GivenXml,
  nextTurn: () => Promise<void>,
): Promise<void> {
  for (const [index, xml] of complementos.entries())
    if (xml !== undefined) {
      const path = `complementos[${index}]${destination === undefined ? '.xml' : ''}`;
      await readXmlAhead(xml, espacios, path, nextTurn, destination);
    }
  if (addenda !== undefined) await readAddendaAhead(addenda, espacios, 'addenda', nextTurn);
}
