import { Injectable } from '@nestjs/common';
import { deterministicId, ok, refuse, type Result } from '#kernel';
import { refusalAtColumns } from '#billing';
import type { Command, ImportedReceipt, ImportPiece, ImportProblem, NewReceipt } from '#contracts';
import { ReceiptsAtOnce } from '../many/receipts-at-once.js';
import { importOf, isBegun, type KnownImport, type PieceCounts } from './import.js';
import { Imports } from './imports.js';
import { ImportRows } from './store.js';
import { Turns } from './turns.js';

/** Pieces that a process works on at a time, each of another tenant: an import leaves room for everybody else. */
const AT_ONCE = 2;

type Readable = Extract<ImportedReceipt, { readonly content: unknown }>;

/** Makes the receipts of pieces of files. */
@Injectable()
export class ImportPieces {
  private readonly turns = new Turns(AT_ONCE);

  constructor(
    private readonly imports: Imports,
    private readonly rows: ImportRows,
    private readonly atOnce: ReceiptsAtOnce,
  ) {}

  /**
   * Makes a piece, as often as it is asked for. Receipts have ids made of the import and their line, and are judged by the
   * time at which it began: so whoever died in the middle of it, the next one finds what is there, and makes the rest.
   */
  async make(command: Command, number: number): Promise<Result<void>> {
    const { organizationId, livemode } = command.tenant;
    return this.turns.take(`${organizationId} ${livemode}`, () => this.makeNow(command, number));
  }

  private async makeNow(command: Command, number: number): Promise<Result<void>> {
    const before = await this.imports.state(command.key, command.tenant);
    if (!isBegun(before)) return refuse('receipt_import_not_found');
    if (before.status === 'finished' || before.next !== number) return this.show(command.key, before);
    const piece = await this.rows.piece(command.tenant, before.file.upload, number);
    if (!piece) throw new Error(`piece ${number} of import ${command.key} is not there`);
    const counts = await this.receiptsOf(command, piece, before.begun_at);
    const advance = { type: 'advance', piece: number, ...counts, at: command.time } as const;
    const advanced = await this.imports.handle(command, advance);
    if (!advanced.ok) return advanced;
    return this.show(command.key, advanced.value.state as KnownImport);
  }

  private async receiptsOf(command: Command, piece: ImportPiece, judgedAt: string): Promise<PieceCounts> {
    const { receipts, issuer, expiry } = piece;
    const readable = receipts.filter((one): one is Readable => 'content' in one);
    const asked = readable.map(({ line, content, folio_number }): NewReceipt => {
      return { id: deterministicId('import', command.key, line), content, folio_number };
    });
    const many = { receipts: asked, issuer, expiry, judgedAt, importId: command.key };
    const outcomes = await this.atOnce.make(command, many);
    const problems: ImportProblem[] = receipts.flatMap((one) =>
      'problem' in one ? [{ line: one.line, problem: one.problem }] : [],
    );
    outcomes.forEach((outcome, index) => {
      const one = readable[index];
      if (one && outcome.kind === 'refused')
        problems.push({ line: one.line, problem: refusalAtColumns(outcome.refusal, one.columns) });
    });
    await this.rows.addProblems(command.key, problems);
    const count = (kind: 'created' | 'existing') => outcomes.filter((one) => one.kind === kind).length;
    return { created: count('created'), existing: count('existing'), failed: problems.length };
  }

  /** The row shows the import as it is; of a finished one the pieces are of no use. */
  private async show(id: string, state: KnownImport): Promise<Result<void>> {
    await this.rows.write(state.file.upload, importOf(id, state));
    if (state.status === 'finished') await this.rows.removePieces(state.file.upload);
    return ok(undefined);
  }
}
