/** What Chromium writes of the moment of the print into the document's information. */
const DATES = /\/(?:CreationDate|ModDate) \(D:[^)]{0,40}\)/g;
/** Its names of elements, which count on from print to print as long as the page lives. */
const NODES = /\(node(\d{8})\)/g;

/**
 * The same document for the same content, byte by byte, at any time and place of printing: without the moment of the
 * print, and with the elements numbered from 1. Nothing moves, so that the file's table of places still holds: dates
 * become spaces (both are optional, ISO 32000-1 14.3.3), numbers keep their width and, since names are sorted, their order.
 */
export function reproducible(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const nodes = [...new Set([...text.matchAll(NODES)].map(([, number = '']) => number))].sort();
  const numbers = new Map(nodes.map((node, index) => [node, String(index + 1).padStart(8, '0')]));
  return Buffer.from(
    text
      .replace(DATES, (date) => ' '.repeat(date.length))
      .replace(NODES, (name, number: string) => `(node${numbers.get(number) ?? number})`),
    'latin1',
  );
}
