import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  BeginReceiptImportCommand,
  DropImportPiecesCommand,
  MAX_IMPORTS_UNDER_WAY,
  ImportReceiptPieceCommand,
  KeepImportPieceCommand,
  ListReceiptImportsCommand,
  OpenOfReceiptImportCommand,
  ReadReceiptImportCommand,
  type CommandOutcome,
  type ImportWithProblems,
  type OpenOfImport,
  type ReceiptImport,
} from '#contracts';
import { answerWithData, receipt } from '#eventing';
import { importOf, isBegun } from './import.js';
import { Imports } from './imports.js';
import { ImportPieces } from './pieces.js';
import { ImportRows } from './store.js';

/** Keeps a piece of a file that is arriving. */
@CommandHandler(KeepImportPieceCommand)
export class KeepImportPieceHandler implements Handles<KeepImportPieceCommand> {
  constructor(private readonly rows: ImportRows) {}

  async execute({ tenant, key, data }: KeepImportPieceCommand): Promise<CommandOutcome<undefined>> {
    await this.rows.keep(tenant, key, data.piece);
    return answerWithData();
  }
}

/** Removes what has arrived of a file that was refused or cut. */
@CommandHandler(DropImportPiecesCommand)
export class DropImportPiecesHandler implements Handles<DropImportPiecesCommand> {
  constructor(private readonly rows: ImportRows) {}

  async execute({ tenant, key }: DropImportPiecesCommand): Promise<CommandOutcome<undefined>> {
    await this.rows.dropUnbegun(tenant, key);
    return answerWithData();
  }
}

/** A piece takes about a second. */
const RETRY_AFTER_SECONDS = 30;

/**
 * Begins the import of a file that has arrived; the same file again is the import that is there. Refused
 * rate_limit_exceeded where the tenant has many under way.
 */
@CommandHandler(BeginReceiptImportCommand)
export class BeginReceiptImportHandler implements Handles<BeginReceiptImportCommand> {
  constructor(
    private readonly imports: Imports,
    private readonly rows: ImportRows,
  ) {}

  async execute(command: BeginReceiptImportCommand): Promise<CommandOutcome<ReceiptImport>> {
    const { key: id, tenant, data: file, time: at } = command;
    const before = await this.imports.state(id, tenant);
    if (!isBegun(before) && (await this.rows.countUnderWay(tenant)) >= MAX_IMPORTS_UNDER_WAY) {
      await this.rows.removePieces(file.upload);
      return refuse('rate_limit_exceeded', { params: { retryAfter: RETRY_AFTER_SECONDS } });
    }
    // Of a file that was read before, this copy is of no use; it may also be this very command again.
    if (!isBegun(before) && !(await this.rows.prepare(tenant, id, file))) return refuse('conflict');
    const begun = await this.imports.handle(command, { type: 'begin', file, at });
    if (!begun.ok) return begun;
    const { state } = begun.value;
    if (!isBegun(state)) return refuse('conflict');
    const shown = importOf(id, state);
    await this.rows.write(state.file.upload, shown);
    if (state.file.upload !== file.upload) await this.rows.removePieces(file.upload);
    await this.rows.sweep();
    return receipt(begun, shown);
  }
}

/** Makes the receipts of a piece. */
@CommandHandler(ImportReceiptPieceCommand)
export class ImportReceiptPieceHandler implements Handles<ImportReceiptPieceCommand> {
  constructor(private readonly pieces: ImportPieces) {}

  async execute(command: ImportReceiptPieceCommand): Promise<CommandOutcome<undefined>> {
    const made = await this.pieces.make(command, command.data.piece);
    return made.ok ? answerWithData() : made;
  }
}

/** Answers how far an import is, with some of its wrong lines. */
@CommandHandler(ReadReceiptImportCommand)
export class ReadReceiptImportHandler implements Handles<ReadReceiptImportCommand> {
  constructor(private readonly rows: ImportRows) {}

  async execute({
    tenant,
    key,
    data,
  }: ReadReceiptImportCommand): Promise<CommandOutcome<ImportWithProblems | null>> {
    const found = await this.rows.find(tenant, key);
    if (!found) return answerWithData(null);
    return answerWithData({ import: found, ...(await this.rows.problems(key, data.page)) });
  }
}

/** Answers which receipts of an import are open. */
@CommandHandler(OpenOfReceiptImportCommand)
export class OpenOfReceiptImportHandler implements Handles<OpenOfReceiptImportCommand> {
  constructor(private readonly rows: ImportRows) {}

  async execute({ tenant, key }: OpenOfReceiptImportCommand): Promise<CommandOutcome<OpenOfImport | null>> {
    const found = await this.rows.find(tenant, key);
    if (!found) return answerWithData(null);
    const open = await this.rows.openReceipts(tenant, key);
    const receipts = open.map(({ id }) => id);
    const { date: from = null } = open[0] ?? {};
    const { date: to = null } = open.at(-1) ?? {};
    return answerWithData({ import: found, receipts, from, to });
  }
}

/** Answers a part of a tenant's imports. */
@CommandHandler(ListReceiptImportsCommand)
export class ListReceiptImportsHandler implements Handles<ListReceiptImportsCommand> {
  constructor(private readonly rows: ImportRows) {}

  async execute({
    tenant,
    data,
  }: ListReceiptImportsCommand): Promise<
    CommandOutcome<{ imports: readonly ReceiptImport[]; count: number }>
  > {
    const imports = await this.rows.list(tenant, data);
    const count = data.from === null ? await this.rows.count(tenant) : 0;
    return answerWithData({ imports, count });
  }
}
