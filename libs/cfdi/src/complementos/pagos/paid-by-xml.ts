import { SaxesParser } from 'saxes';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Stops the reading. */
class NotWellFormed extends Error {}

/**
 * The UUIDs that the XML of a complement says it pays (IdDocumento of each DoctoRelacionado), in upper case, each once.
 * Elements count by their local name, whatever their prefix stands for; comments and CDATA are no elements. Of XML
 * that is not well-formed, those before its first error: the engine refuses it.
 */
export function uuidsPaidByXml(xml: string): readonly string[] {
  const parser = new SaxesParser({ xmlns: false, position: false, fragment: true });
  const paid = new Set<string>();
  parser.on('error', () => {
    throw new NotWellFormed();
  });
  parser.on('opentag', ({ name, attributes }) => {
    const uuid = (attributes['IdDocumento'] ?? '').trim();
    if (name.slice(name.indexOf(':') + 1) === 'DoctoRelacionado' && UUID.test(uuid))
      paid.add(uuid.toUpperCase());
  });
  try {
    parser.write(xml).close();
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error;
  }
  return [...paid];
}
