import { ignoreUnknown, ok, refuse, type Decider, type Result } from '#kernel';
import type { ImportedFile, ReceiptImport, ReceiptImportEvent } from '#contracts';

/** What the pieces of a file came to. */
export type PieceCounts = Pick<ReceiptImport, 'created' | 'existing' | 'failed'>;

/** An import that has begun. */
export interface KnownImport extends PieceCounts {
  readonly status: 'processing' | 'finished';
  readonly file: ImportedFile;
  /** The piece that is next. */
  readonly next: number;
  /** ISO 8601 in UTC; the rules judge every receipt by the first of them. */
  readonly begun_at: string;
  readonly finished_at: string | null;
}

export type Import = { readonly status: 'absent' } | KnownImport;

/** `at`: the tenant's time. */
export type ImportCommand =
  | { type: 'begin'; file: ImportedFile; at: string }
  | ({ type: 'advance'; piece: number; at: string } & PieceCounts);

export const absent: Import = { status: 'absent' };

export const isBegun = (state: Import): state is KnownImport => state.status !== 'absent';

/** The rules of imports. A file that comes again, and a piece that is done, change nothing. */
export const importDecider: Decider<Import, ImportCommand, ReceiptImportEvent> = {
  initial: absent,
  evolve,
  decide,
};

function evolve(state: Import, event: ReceiptImportEvent): Import {
  switch (event.type) {
    case 'ReceiptImportBegun': {
      const { file, at } = event.data;
      const counts = { created: 0, existing: 0, failed: 0 };
      return { ...counts, status: 'processing', file, next: 0, begun_at: at, finished_at: null };
    }
    case 'ReceiptImportAdvanced': {
      if (!isBegun(state)) return state;
      const { created, existing, failed, next, at } = event.data;
      return {
        ...state,
        created: state.created + created,
        existing: state.existing + existing,
        failed: state.failed + failed,
        ...(next === null ? { status: 'finished', finished_at: at } : { next }),
      };
    }
    default:
      return ignoreUnknown(event, state);
  }
}

function decide(command: ImportCommand, state: Import): Result<readonly ReceiptImportEvent[]> {
  switch (command.type) {
    case 'begin': {
      const { file, at } = command;
      return ok(isBegun(state) ? [] : [{ type: 'ReceiptImportBegun', data: { file, at } }]);
    }
    case 'advance': {
      if (!isBegun(state)) return refuse('receipt_import_not_found');
      const { type: _, ...counts } = command;
      if (state.status === 'finished' || command.piece !== state.next) return ok([]);
      const next = command.piece + 1 < state.file.pieces ? command.piece + 1 : null;
      return ok([{ type: 'ReceiptImportAdvanced', data: { ...counts, next } }]);
    }
  }
}

/** An import as it is shown. */
export const importOf = (id: string, state: KnownImport): ReceiptImport => ({
  id,
  status: state.status,
  format: state.file.format,
  created_at: state.begun_at,
  finished_at: state.finished_at,
  bytes: state.file.bytes,
  lines: state.file.lines,
  receipts: state.file.receipts,
  processed: state.created + state.existing + state.failed,
  created: state.created,
  existing: state.existing,
  failed: state.failed,
});
