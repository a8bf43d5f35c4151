import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { deterministicId, field, inPool, newId, refuse, refuseFields, type Refusal } from '#kernel';
import { refusalAtColumns } from '#billing';
import {
  MAX_AT_ONCE,
  MAX_IMPORT_LINES,
  type ImportedFile,
  type ImportedReceipt,
  type ReceiptImport,
} from '#contracts';
import { HttpRefusal, unwrap, type StreamedFile } from '#http';
import { CommandSender, type CallContext } from '../../commands.js';
import { ProductResolver } from '../../products/resolver.js';
import { Breath } from '../many/breath.js';
import { ReceiptEntries, type ManyScope } from '../many/entries.js';
import { openSheet } from './csv.js';
import { receiptsOfLines } from './ndjson.js';
import { BY_SKU, receiptsOfRows, type FileReceipt, type SoldInRows } from './rows.js';

/** Receipts that are read together: so many look for their customers and products at one time. */
const READ_TOGETHER = 32;
/** Their text, at most, but for the last of them: long ones are read by few, so that a file needs the same memory whatever it has. */
const TOGETHER_BYTES = 512 * 1024;
/** Of a piece, as JSON. */
const PIECE_BYTES = 512 * 1024;

/** Receives files of receipts: reads them as they come, keeps what is read piece by piece, and begins the import. */
@Injectable()
export class ReceiptUploads {
  constructor(
    private readonly sender: CommandSender,
    private readonly entries: ReceiptEntries,
    private readonly products: ProductResolver,
  ) {}

  /**
   * Receives a file whole; nothing begins before its last byte. The same bytes of the same tenant are the same import.
   * @param isStillAllowed throws where the caller has lost its right meanwhile
   * @throws {HttpRefusal} receipt_import_unreadable, receipt_import_too_large
   */
  async receive(
    call: CallContext,
    file: StreamedFile,
    isStillAllowed: () => Promise<void>,
  ): Promise<ReceiptImport> {
    const many = await this.entries.scopeOf(call);
    const hash = createHash('sha256');
    let bytes = 0;
    const breath = new Breath();
    const hashed = (async function* () {
      for await (const chunk of file.chunks) {
        // Of what has come already many pieces would be read in one go.
        await breath.take();
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    })();
    const pieces = new Pieces(this.sender, call, many, newId());
    try {
      const lines = await this.keep(many, { ...file, chunks: hashed }, pieces, breath);
      if (pieces.receipts === 0) throw new HttpRefusal(empty);
      await isStillAllowed();
      const { organizationId, livemode } = call.tenant;
      const sha = hash.digest('hex');
      const key = deterministicId('import', organizationId, String(livemode), file.format, sha);
      const data: ImportedFile = {
        ...{ upload: pieces.upload, pieces: pieces.count, format: file.format },
        ...{ bytes, lines, receipts: pieces.receipts },
      };
      return unwrap(await this.sender.send({ type: 'receipts.begin-import', key, data }, call)).data;
    } catch (error) {
      await pieces.drop();
      throw error;
    }
  }

  /** Reads a file to its end, and keeps what it has in pieces. Answers how many lines it has. */
  private async keep(many: ManyScope, file: StreamedFile, pieces: Pieces, breath: Breath): Promise<number> {
    let lines = 0;
    let together: FileReceipt[] = [];
    let size = 0;
    for await (const receipt of await this.open(file)) {
      lines += receipt.lines;
      if (lines > MAX_IMPORT_LINES) throw tooManyLines();
      together.push(receipt);
      size += receipt.size;
      if (together.length < READ_TOGETHER && size < TOGETHER_BYTES) continue;
      for (const read of await this.read(many, together, breath)) await pieces.add(read);
      together = [];
      size = 0;
    }
    for (const read of await this.read(many, together, breath)) await pieces.add(read);
    await pieces.flush();
    return lines;
  }

  private async open({ format, charset, chunks }: StreamedFile): Promise<AsyncIterable<FileReceipt>> {
    if (format === 'ndjson') return receiptsOfLines(chunks);
    return receiptsOfRows(await openSheet(chunks, charset));
  }

  private async read(
    many: ManyScope,
    receipts: readonly FileReceipt[],
    breath: Breath,
  ): Promise<ImportedReceipt[]> {
    const { scope } = many;
    const skus = await this.products.idsBySku(
      scope.tenant,
      receipts.flatMap(({ rows }) => (rows?.items ?? []).flatMap(({ product }) => skuOf(product) ?? [])),
    );
    const read: ImportedReceipt[] = [];
    await inPool(READ_TOGETHER, receipts, async ({ line, body, rows, problems, refusal, columns }, index) => {
      await breath.take();
      if (refusal) return void (read[index] = { line, problem: refusal });
      if (problems.length > 0) return void (read[index] = { line, problem: refuseFields(problems).refusal });
      const entry = await this.entries.read(scope, rows ? withProducts(rows, skus) : body);
      if (entry.ok) read[index] = { line, ...entry.value, ...(columns && { columns }) };
      else read[index] = { line, problem: refusalAtColumns(entry.refusal, columns) };
    });
    return read;
  }
}

/** The pieces of one upload, as they are kept. */
class Pieces {
  count = 0;
  receipts = 0;
  private pending: ImportedReceipt[] = [];
  private bytes = 0;

  constructor(
    private readonly sender: CommandSender,
    private readonly call: CallContext,
    private readonly many: ManyScope,
    readonly upload: string,
  ) {}

  async add(receipt: ImportedReceipt): Promise<void> {
    this.receipts += 1;
    this.pending.push(receipt);
    this.bytes += JSON.stringify(receipt).length;
    if (this.pending.length >= MAX_AT_ONCE || this.bytes >= PIECE_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.pending.length === 0) return;
    const piece = { number: this.count, ...this.many.context, receipts: this.pending };
    this.pending = [];
    this.bytes = 0;
    this.count += 1;
    unwrap(
      await this.sender.send({ type: 'receipts.keep-piece', key: this.upload, data: { piece } }, this.call),
    );
  }

  /** Nobody will begin this upload. What can't be removed now is after a day. */
  async drop(): Promise<void> {
    if (this.count === 0) return;
    const command = { type: 'receipts.drop-pieces', key: this.upload, data: {} } as const;
    await this.sender.send(command, this.call).catch(() => undefined);
  }
}

const empty: Refusal = refuse('receipt_import_unreadable', {
  location: 'body',
  details: [
    field('', 'required', {
      message: { es: 'El archivo no tiene ningún recibo.', en: 'The file has no receipts.' },
    }),
  ],
}).refusal;

const tooManyLines = () =>
  new HttpRefusal(refuse('receipt_import_too_large', { params: { max: MAX_IMPORT_LINES } }).refusal);

/** The SKU that a row of a file names its product by. */
const skuOf = (product: unknown): string | undefined =>
  typeof product === 'object' && product !== null && BY_SKU in product ? String(product[BY_SKU]) : undefined;

function withProducts(body: SoldInRows, skus: ReadonlyMap<string, string>): unknown {
  return {
    ...body,
    items: body.items.map((item) => {
      const sku = skuOf(item.product);
      // One that nobody has is not found by any id either.
      return sku === undefined ? item : { ...item, product: skus.get(sku) ?? NOWHERE };
    }),
  };
}

const NOWHERE = '0'.repeat(24);
