import { Ledger } from '../core/ledger.js';
import { serve, type Double, type DoubleOptions } from '../core/server.js';
import { SatBooks } from './books.js';
import { Download } from './download.js';
import { retentionPage, statusCall } from './status.js';

/** The tax authority's services on one address: status, page of retentions, bulk download, certificates by number. */

export type SatOptions = DoubleOptions;

export interface SatDouble extends Double {
  /** What it knows, and what a test changes in it. */
  readonly books: SatBooks;
  readonly download: Download;
}

export async function startSat(options: SatOptions = {}): Promise<SatDouble> {
  let books: SatBooks | undefined;
  let download: Download | undefined;
  const double = await serve(options, new Ledger(), (self) => {
    const own = (books = new SatBooks(() => self.now()));
    const bulk = (download = new Download(self, own));
    return (asked) => statusCall(asked, own) ?? retentionPage(asked, self, own) ?? bulk.call(asked);
  });
  return Object.defineProperties({ books, download }, Object.getOwnPropertyDescriptors(double)) as SatDouble;
}
