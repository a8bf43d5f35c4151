import { isExact } from './exact.js';

/** What a body may have: bounds on the time and the memory that JSON.parse takes, which the bytes alone do not tell. */
export const JSON_LIMITS = {
  /** Levels of arrays and objects; the deepest documented body (payroll, Carta Porte) has fewer than ten. */
  depth: 64,
  /** Brackets, commas and colons; 5000 items with all their fields have about 400,000. */
  tokens: 1_000_000,
  /** Bytes of one text or number. */
  scalar: 4 * 1024 * 1024,
} as const;

export type Excess = keyof typeof JSON_LIMITS;

/** A stretch of members of a large array or object: some small ones, or one that is large and was split itself. */
export interface Part {
  /** The first byte, and the one after the last; without the commas around it. */
  readonly from: number;
  readonly to: number;
  /** Names of members within, at any depth. */
  readonly names: number;
  readonly large: Split | undefined;
}

/** An array or object that is parsed part by part. */
export interface Split {
  readonly isObject: boolean;
  /** Its brackets. */
  readonly start: number;
  readonly end: number;
  readonly parts: readonly Part[];
}

/** An array or object that is open. One is kept for each level and used again. */
class Frame {
  isObject = false;
  start = 0;
  /** Where the part that is being read begins, and the names that had been seen there. */
  cut = 0;
  cutNames = 0;
  /** The same of the member that is being read. */
  member = 0;
  memberNames = 0;
  large: Split | undefined;
  parts: Part[] | undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

/**
 * Reads the bytes of a JSON text once, in as many turns as one likes, and finds what JSON.parse would not tell or would
 * take too long for. It does not check the grammar (JSON.parse does); on text that is not JSON its answers mean nothing.
 * Measured at about half of JSON.parse's time for a body of 2 MB.
 */
export class JsonScanner {
  /** What there is too much of; nothing more is read then. */
  excess: Excess | undefined;
  /** Brackets do not fit: this is not JSON. */
  broken = false;
  /** Where the first number is that a double does not hold. */
  inexactAt = -1;
  /** A \u escape, or a key that could be `__proto__` or `constructor`. */
  suspicious = false;
  /** Names of members, at any depth. */
  names = 0;
  /** The outermost array or object, where it is larger than a part. */
  root: Split | undefined;
  private at = 0;
  private tokens = 0;
  private readonly frames: Frame[] = [];
  private depth = 0;
  /** A text that goes on in the next turn: where it began; -1: none does. */
  private text = -1;
  private escaped = false;

  /** @param partBytes an array or object above this size is split at its commas into parts of about this size */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly partBytes: number,
  ) {}

  /** Reads about so many bytes more; false: there is nothing more to read. */
  advance(count: number): boolean {
    const { bytes } = this;
    const until = Math.min(bytes.length, this.at + count);
    if (this.text >= 0) this.at = this.readText(this.at, until);
    // Locals: this loop sees every byte that is not in a text.
    let { at, names, tokens } = this;
    while (at < until) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) {
        const start = at + 1;
        for (at = start; at < until; at += 1) {
          const inner = bytes[at];
          if (inner === QUOTE || inner === BACKSLASH) break;
        }
        if (at < until && bytes[at] === QUOTE) {
          const length = at - start;
          if ((length === 9 || length === 11) && isReservedName(bytes, start, at)) this.suspicious = true;
          at += 1;
        } else {
          this.text = start;
          this.escaped = false;
          at = this.readText(at, until);
        }
      } else if (byte === COLON) {
        names += 1;
        tokens += 1;
        at += 1;
      } else if (byte === COMMA) {
        tokens += 1;
        this.comma(at, names);
        at += 1;
      } else if (isDigit(byte)) at = this.readNumber(at);
      else {
        if (byte === 0x7b || byte === 0x5b) {
          tokens += 1;
          this.open(at, names, byte === 0x7b);
        } else if (byte === 0x7d || byte === 0x5d) this.close(at, names, byte === 0x7d);
        at += 1;
        if (this.excess || this.broken) break;
      }
    }
    if (tokens > JSON_LIMITS.tokens) this.excess ??= 'tokens';
    this.at = at;
    this.names = names;
    this.tokens = tokens;
    if (this.excess || this.broken) return false;
    if (at < bytes.length) return true;
    if (this.depth > 0 || this.text >= 0) this.broken = true;
    return false;
  }

  /** Reads a text to its end, or as far as this turn goes; gives the place after it. */
  private readText(from: number, until: number): number {
    const { bytes, text } = this;
    let i = from;
    for (; i < until; i += 1) {
      const byte = bytes[i];
      if (byte === QUOTE) break;
      if (byte !== BACKSLASH) continue;
      this.escaped = true;
      i += 1;
      if (bytes[i] === 0x75) this.suspicious = true;
    }
    if (i - text > JSON_LIMITS.scalar) this.excess = 'scalar';
    if (i >= until) return i;
    if (!this.escaped && isReservedName(bytes, text, i)) this.suspicious = true;
    this.text = -1;
    return i + 1;
  }

  /** A number is read whole, however many bytes this turn has left. */
  private readNumber(start: number): number {
    const { bytes } = this;
    const most = Math.min(bytes.length, start + JSON_LIMITS.scalar);
    let i = start;
    let digits = 0;
    let exponentAt = -1;
    for (; i < most; i += 1) {
      const byte = bytes[i] as number;
      if (isDigit(byte)) digits += 1;
      else if (byte === 0x65 || byte === 0x45) exponentAt = i;
      else if (byte !== 0x2e && byte !== 0x2b && byte !== 0x2d) break;
    }
    if (i - start >= JSON_LIMITS.scalar) this.excess = 'scalar';
    const long = digits > 15 || (exponentAt > start && i - exponentAt > 3);
    if (long && this.inexactAt < 0 && !isExact(latin1(bytes, start, i))) this.inexactAt = start;
    return i;
  }

  private open(at: number, names: number, isObject: boolean): void {
    if (this.depth >= JSON_LIMITS.depth) {
      this.excess = 'depth';
      return;
    }
    const frame = (this.frames[this.depth] ??= new Frame());
    this.depth += 1;
    frame.isObject = isObject;
    frame.start = at;
    frame.cut = frame.member = at + 1;
    frame.cutNames = frame.memberNames = names;
    frame.large = frame.parts = undefined;
  }

  private comma(at: number, names: number): void {
    const frame = this.frames[this.depth - 1];
    if (!frame) return;
    if (frame.large || at - frame.cut > this.partBytes) cut(frame, at, names);
    frame.member = at + 1;
    frame.memberNames = names;
  }

  private close(at: number, names: number, isObject: boolean): void {
    const frame = this.frames[this.depth - 1];
    if (!frame || frame.isObject !== isObject) {
      this.broken = true;
      return;
    }
    this.depth -= 1;
    if (at - frame.start > this.partBytes) this.closeLarge(frame, at, names);
  }

  private closeLarge(frame: Frame, at: number, names: number): void {
    cut(frame, at, names);
    const split = { isObject: frame.isObject, start: frame.start, end: at, parts: frame.parts ?? [] };
    const above = this.frames[this.depth - 1];
    if (this.depth === 0 || !above) {
      this.broken ||= this.root !== undefined;
      this.root = split;
      return;
    }
    // The members before it are a part of their own.
    if (above.member > above.cut) {
      const from = above.cut;
      const before = above.memberNames - above.cutNames;
      (above.parts ??= []).push({ from, to: above.member - 1, names: before, large: undefined });
    }
    above.cut = above.member;
    above.cutNames = above.memberNames;
    above.large = split;
  }
}

/** Ends the part that is being read. */
function cut(frame: Frame, at: number, names: number): void {
  const { cut: from, cutNames, large } = frame;
  (frame.parts ??= []).push({ from, to: at, names: names - cutNames, large });
  frame.cut = at + 1;
  frame.cutNames = names;
  frame.large = undefined;
}

/** `__proto__` or `constructor` by length and first letter: close enough to send the text the slow way. */
function isReservedName(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  return (length === 9 && bytes[start] === 0x5f) || (length === 11 && bytes[start] === 0x63);
}

const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
