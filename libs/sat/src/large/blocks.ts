/**
 * The container of a stored catalogue: a line that names the format, a JSON header, and typed arrays, each at a
 * multiple of four bytes so that it is looked at where it lies instead of being copied. Little-endian, as every
 * platform of Node.js that we run on.
 */

const MAGIC = 'TIMBRA-CATALOGUE-1\n\n'; // 20 bytes: a multiple of four
const TYPES = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array } as const;

export type BlockArray = Uint8Array | Uint16Array | Uint32Array;

interface Block {
  readonly name: string;
  readonly type: keyof typeof TYPES;
  /** From the end of the header, in bytes. */
  readonly offset: number;
  readonly length: number;
}

/** The bytes are not those of a stored catalogue: cut off, changed, or of another program. */
export class DamagedCatalogue extends Error {
  constructor(what: string) {
    super(`not a stored catalogue, or damaged: ${what}`);
    this.name = 'DamagedCatalogue';
  }
}

const typeOf = (array: BlockArray): Block['type'] =>
  array instanceof Uint8Array ? 'u8' : array instanceof Uint16Array ? 'u16' : 'u32';

const alignLength = (length: number): number => (length + 3) & ~3;

/** One file out of a header (JSON) and named arrays: the same input gives the same bytes. */
export function packBlocks(header: object, arrays: ReadonlyMap<string, BlockArray>): Uint8Array {
  const blocks: Block[] = [];
  let offset = 0;
  for (const [name, array] of arrays) {
    blocks.push({ name, type: typeOf(array), offset, length: array.length });
    offset += alignLength(array.byteLength);
  }
  const json = Buffer.from(JSON.stringify({ ...header, blocks }));
  const start = MAGIC.length + 4 + alignLength(json.length);
  const bytes = new Uint8Array(start + offset);
  bytes.set(Buffer.from(MAGIC, 'latin1'));
  new DataView(bytes.buffer).setUint32(MAGIC.length, json.length, true);
  bytes.fill(0x20, MAGIC.length + 4, start);
  bytes.set(json, MAGIC.length + 4);
  for (const { name, offset: at } of blocks) {
    const array = arrays.get(name);
    if (array) bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + at);
  }
  return bytes;
}

export interface Unpacked {
  readonly header: Readonly<Record<string, unknown>>;
  /** The array of a name; throws {@link DamagedCatalogue} where it is missing or of another type. */
  u8(name: string): Uint8Array;
  u32(name: string): Uint32Array;
  /** An array of numbers with the width that it was stored with. */
  numbers(name: string): BlockArray;
}

/** Opens the result of {@link packBlocks}. The arrays are views of the bytes if those are aligned. */
export function unpackBlocks(given: Uint8Array): Unpacked {
  const bytes = given.byteOffset % 4 === 0 ? given : new Uint8Array(given);
  if (Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1') !== MAGIC)
    throw new DamagedCatalogue('it does not begin as one');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < MAGIC.length + 4) throw new DamagedCatalogue('it ends before its header');
  const headerLength = view.getUint32(MAGIC.length, true);
  const start = MAGIC.length + 4 + alignLength(headerLength);
  if (start > bytes.length) throw new DamagedCatalogue('it ends within its header');
  const header = parseHeader(bytes.subarray(MAGIC.length + 4, MAGIC.length + 4 + headerLength));
  const blocks = new Map(header.blocks.map((block) => [block.name, block]));

  const numbers = (name: string): BlockArray => {
    const block = blocks.get(name);
    const type = block && TYPES[block.type];
    if (!type) throw new DamagedCatalogue(`it has no ${name}`);
    const from = start + block.offset;
    if (
      !(block.offset >= 0 && block.length >= 0) ||
      from + block.length * type.BYTES_PER_ELEMENT > bytes.length
    )
      throw new DamagedCatalogue(`it ends within ${name}`);
    return new type(bytes.buffer as ArrayBuffer, bytes.byteOffset + from, block.length);
  };
  return {
    header,
    numbers,
    u8: (name) => {
      const array = numbers(name);
      if (array instanceof Uint8Array) return array;
      throw new DamagedCatalogue(`${name} is of another type`);
    },
    u32: (name) => {
      const array = numbers(name);
      if (array instanceof Uint32Array) return array;
      throw new DamagedCatalogue(`${name} is of another type`);
    },
  };
}

function parseHeader(json: Uint8Array): { readonly blocks: readonly Block[] } {
  try {
    const header = JSON.parse(Buffer.from(json).toString('utf8')) as { blocks: readonly Block[] };
    if (Array.isArray(header.blocks)) return header;
  } catch {
    // Said below.
  }
  throw new DamagedCatalogue('its header can not be read');
}
