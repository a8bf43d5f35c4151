import { readPackage, type Told } from './answers.js';

/** The answer is none that hands out a package, or one that cannot be read. */
export class NoPackageAnswer extends Error {}

/** All of an answer but its package has some kB. */
const MAX_AROUND = 256 * 1024;
const LONGEST_TAG = 1_024;
const OPENED = /<(?:[\w.-]+:)?Paquete(?:\s[^<>]*)?>$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Reads the answer that hands out a package while it comes: the base64 inside of `Paquete` goes on as bytes of the ZIP; what is around it
 * is kept, and read as XML when it is whole. So a package of 30 MB is never in memory, neither as text nor as bytes.
 */
export class PackageAnswer {
  private readonly around: string[] = [];
  private aroundLength = 0;
  /** The end of what is around, as long as a tag may be. */
  private tail = '';
  private isInside = false;
  private wasInside = false;
  /** Characters that do not make three bytes yet. */
  private rest = '';
  private isPadded = false;
  private bytes = 0;

  /** @param write takes the bytes of the ZIP, in order */
  constructor(private readonly write: (bytes: Buffer) => Promise<void>) {}

  /** How many bytes of the ZIP have come. */
  get size(): number {
    return this.bytes;
  }

  /** What is around the package: for who reads a fault in it. */
  get text(): string {
    return Buffer.from(this.around.join(''), 'latin1').toString();
  }

  /** @throws {NoPackageAnswer} */
  async push(piece: Buffer): Promise<void> {
    for (let at = 0; at < piece.length;) {
      if (!this.isInside) {
        at = this.readAround(piece, at);
        continue;
      }
      const found = piece.indexOf('<', at);
      const end = found < 0 ? piece.length : found;
      await this.decode(piece.toString('latin1', at, end), found >= 0);
      this.isInside = found < 0;
      at = end;
    }
  }

  /**
   * What the answer says of itself; undefined where it is no answer of this service.
   * @throws {NoPackageAnswer} where its package is not whole, or written in a way that is not read (CDATA, entities)
   */
  end(): (Told & { readonly size: number }) | undefined {
    if (this.isInside) throw new NoPackageAnswer('it is cut short');
    const read = readPackage(this.text);
    if (read && read.base64 !== '') throw new NoPackageAnswer('its package is not plain base64');
    return read && { code: read.code, message: read.message, size: this.bytes };
  }

  /** Up to the end of the tag that opens `Paquete`, or of the piece; answers where that is. */
  private readAround(piece: Buffer, from: number): number {
    for (let at = from; at < piece.length;) {
      const close = piece.indexOf('>', at);
      const end = close < 0 ? piece.length : close + 1;
      this.keep(piece.toString('latin1', at, end));
      at = end;
      if (close < 0 || !OPENED.test(this.tail) || this.tail.endsWith('/>')) continue;
      if (this.wasInside) throw new NoPackageAnswer('it has two packages');
      this.wasInside = this.isInside = true;
      return at;
    }
    return piece.length;
  }

  private keep(text: string): void {
    this.aroundLength += text.length;
    if (this.aroundLength > MAX_AROUND) throw new NoPackageAnswer('it is too long');
    this.around.push(text);
    this.tail = (this.tail + text).slice(-LONGEST_TAG);
  }

  private async decode(text: string, isLast: boolean): Promise<void> {
    const all = this.rest + text.replace(/\s+/g, '');
    const whole = isLast ? all : all.slice(0, all.length - (all.length % 4));
    this.rest = all.slice(whole.length);
    if (!BASE64.test(whole) || whole.length % 4 !== 0 || (this.isPadded && whole !== ''))
      throw new NoPackageAnswer('it is not base64');
    if (whole === '') return;
    this.isPadded = whole.endsWith('=');
    const decoded = Buffer.from(whole, 'base64');
    this.bytes += decoded.length;
    await this.write(decoded);
  }
}
