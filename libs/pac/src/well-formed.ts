import { SaxesParser } from 'saxes';

/** How much XML is read from outside, at most. */
export interface XmlLimits {
  readonly maxChars?: number;
  readonly maxDepth?: number;
  /** Elements and attributes together. */
  readonly maxNodes?: number;
}

const LIMITS: Required<XmlLimits> = { maxChars: 4 * 1024 * 1024, maxDepth: 64, maxNodes: 200_000 };

/** Stops the reading with a reason. */
class Malformed extends Error {}

/**
 * Why a text is no XML that may be read on, or undefined where it is: judged by saxes, with namespaces, before anything that is
 * less strict (xml-js) gets it. No DOCTYPE, hence no entities but the five of XML; limits on size, depth and count.
 */
export function findMalformation(xml: string, limits: XmlLimits = {}): string | undefined {
  const { maxChars, maxDepth, maxNodes } = { ...LIMITS, ...limits };
  if (xml.length > maxChars) return `more than ${maxChars} characters`;
  const parser = new SaxesParser({
    xmlns: true,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  const stop = (reason: string): never => {
    throw new Malformed(reason);
  };
  let depth = 0;
  let nodes = 0;
  const count = (): void =>
    void (++nodes > maxNodes && stop(`more than ${maxNodes} elements and attributes`));
  parser.on('error', ({ message }) => stop(message));
  parser.on('doctype', () => stop('DOCTYPE'));
  parser.on('opentagstart', count);
  parser.on('attribute', count);
  parser.on('opentag', () => void (++depth > maxDepth && stop(`more than ${maxDepth} levels`)));
  parser.on('closetag', () => void (depth -= 1));
  try {
    parser.write(xml).close();
    return undefined;
  } catch (error) {
    if (error instanceof Malformed) return error.message;
    throw error;
  }
}
