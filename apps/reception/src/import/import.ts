import type { Command, InvoiceSource, Place } from '#contracts';
import type { Zipped } from './zip.js';

/** An import under way: whose it is, and what it has come across. */
export interface Import {
  /** What it is done for: every question asked for it has an id that follows from its own. */
  readonly command: Command;
  /** The organization's RFC. */
  readonly taxId: string;
  readonly source: InvoiceSource;
  /** Whether somebody waits for this document alone: the tax authority is asked at once how it stands. */
  readonly alone: boolean;
  /** UUIDs that are in it already: of two files with one UUID the second is a duplicate. */
  readonly seen: Set<string>;
  /** Suppliers by RFC. */
  readonly suppliers: Map<string, string>;
  /** Where the new ones are written. */
  readonly newSuppliers: Place[];
  /** What may still be asked of the tax authority for stamps in doubt. */
  doubts: number;
}

export interface FileToImport {
  readonly name: string;
  readonly bytes: Buffer;
  /** Of a ZIP: its bytes as they lie there. */
  readonly zipped?: Zipped['zipped'];
}
