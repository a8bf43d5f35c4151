import type { Size } from './parts.js';
import type { TicketLine } from './layout.js';

/*
 * The commands of ESC/POS that nearly every ticket printer knows, by their names in Epson's reference. They are few, so they
 * are written here: the encoders on npm bring drivers, pictures and code pages that nothing here needs.
 */
const ESC = 0x1b;
const GS = 0x1d;
const LF = 0x0a;

/** ESC @: whatever somebody printed before. */
const INITIALISE = [ESC, 0x40];
/** ESC t 16: the code page of Windows (WPC1252), which has the letters of ISO 8859-1 where Unicode has them. */
const CODE_PAGE = [ESC, 0x74, 16];
/** ESC a: 0 left, 1 in the middle. */
const align = (where: 0 | 1): number[] => [ESC, 0x61, where];
/** ESC E: bold. */
const bold = (isBold: boolean): number[] => [ESC, 0x45, isBold ? 1 : 0];
/** GS !: the width in the upper four bits, the height in the lower ones, each less one. */
const scale = (width: 1 | 2, height: 1 | 2): number[] => [GS, 0x21, ((width - 1) << 4) | (height - 1)];
/** ESC d: so many lines of empty paper. */
const feed = (lines: number): number[] => [ESC, 0x64, lines];
/** GS V 66: feeds to the knife and cuts, but for a point that holds the ticket. */
const CUT = [GS, 0x56, 66, 0];

/** Before and after a line of a size. */
const STYLES: Readonly<Record<Size, { readonly on: readonly number[]; readonly off: readonly number[] }>> = {
  plain: { on: [], off: [] },
  strong: { on: bold(true), off: bold(false) },
  tall: { on: [...bold(true), ...scale(1, 2)], off: [...scale(1, 1), ...bold(false)] },
  large: { on: [...bold(true), ...scale(2, 2)], off: [...scale(1, 1), ...bold(false)] },
};

/** One byte a character, of a text that {@link printable} has made. */
const bytesOf = (text: string): Buffer => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');

/** GS ( k: `fn` of the symbol QR (cn 49), with its parameters and their length. */
function qrCommand(fn: number, parameters: Uint8Array): Buffer {
  const length = parameters.length + 2;
  return Buffer.concat([Buffer.from([GS, 0x28, 0x6b, length & 0xff, length >> 8, 49, fn]), parameters]);
}

/** An address is printed as it is or not at all: a QR code of something else would lead nowhere. */
const ADDRESS = /^[\x21-\x7e]{1,500}$/;

/** A code of so many dots a module: a long address still fits the paper of 58 mm. */
function qr(url: string, dots: number): Buffer[] {
  if (!ADDRESS.test(url)) return [];
  return [
    Buffer.from(align(1)),
    qrCommand(65, Uint8Array.of(50, 0)), // model 2
    qrCommand(67, Uint8Array.of(dots)), // size of a module
    qrCommand(69, Uint8Array.of(49)), // error correction M
    qrCommand(80, Buffer.concat([Uint8Array.of(48), Buffer.from(url, 'latin1')])), // what it says
    qrCommand(81, Uint8Array.of(48)), // print it
    Buffer.from([...align(0), LF]),
  ];
}

/** The bytes that a ticket printer takes: it prints, and cuts the paper. */
export function escPosOf(lines: readonly TicketLine[], columns: number): Buffer {
  const dots = columns >= 48 ? 6 : 5;
  return Buffer.concat([
    Buffer.from([...INITIALISE, ...CODE_PAGE, ...align(0)]),
    ...lines.flatMap((line) => {
      if ('url' in line) return qr(line.url, dots);
      const { on, off } = STYLES[line.size];
      return [Buffer.from(on), bytesOf(line.text), Buffer.from([LF, ...off])];
    }),
    Buffer.from([...feed(2), ...CUT]),
  ]);
}
