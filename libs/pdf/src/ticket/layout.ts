import { printable } from './printable.js';
import type { Size, TicketPart } from './parts.js';

/** Columns of the paper of ticket printers: of 58 mm and of 80 mm, in their usual type. */
export const TICKET_COLUMNS = [32, 48] as const;
export type TicketColumns = (typeof TICKET_COLUMNS)[number];

/** A line as it is printed, or the code that stands there. */
export type TicketLine = { readonly text: string; readonly size: Size } | { readonly url: string };

/**
 * Lays a ticket out in columns. No line has more of them than the paper; words that are longer are broken.
 *
 * @param isSized whether the printer prints double width, of which half as much fits
 */
export function layOut(
  parts: readonly TicketPart[],
  columns: number,
  isSized: boolean,
): readonly TicketLine[] {
  return parts.flatMap((part): readonly TicketLine[] => {
    switch (part.kind) {
      case 'code':
        return [{ url: part.url }];
      case 'rule':
        return [{ text: '-'.repeat(columns), size: 'plain' }];
      case 'pair':
        return toPair(part.label, part.value, columns).map(sized(part.size));
      case 'text':
        return wrap(printable(part.text), columns).map(sized(part.size));
      case 'centre': {
        const fit = isSized && part.size === 'large' ? Math.floor(columns / 2) : columns;
        return wrap(printable(part.text), fit).map((line) => sized(part.size)(centred(line, fit)));
      }
    }
  });
}

const sized =
  (size: Size = 'plain') =>
  (text: string): TicketLine => ({ text, size });

const centred = (line: string, columns: number): string =>
  `${' '.repeat(Math.floor((columns - line.length) / 2))}${line}`;

/** A label on the left and its value on the right; one below the other where both don't fit into a line. */
function toPair(label: string, value: string, columns: number): string[] {
  const indent = /^ */.exec(label)?.[0] ?? '';
  const left = `${indent}${printable(label)}`;
  const right = printable(value);
  const gap = columns - left.length - right.length;
  if (gap >= 1) return [`${left}${' '.repeat(gap)}${right}`];
  const labels = wrap(printable(label), columns - indent.length).map((line) => `${indent}${line}`);
  return [...labels, ...wrap(right, columns).map((line) => line.padStart(columns))];
}

/** Breaks a text between its words, and a word that is longer than a line where that ends. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length <= columns) {
      line = `${line} ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    let rest = word;
    while (rest.length > columns) {
      lines.push(rest.slice(0, columns));
      rest = rest.slice(columns);
    }
    line = rest;
  }
  return line === '' ? lines : [...lines, line];
}
