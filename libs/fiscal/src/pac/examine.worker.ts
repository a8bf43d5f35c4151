import { openCatalogueFolder } from '#sat/large/directory';
import { withNewerPlaces } from '#sat';
import { examineOver } from '#pac/sandbox/sandbox-pac';
import type { Examined } from '#pac';

/** A document that a thread is to judge. */
export interface DocumentToExamine {
  readonly xml: string;
  readonly now: Date;
  readonly cataloguesDir: string;
}

const openings = new Map<string, ReturnType<typeof examineOver>>();

/** Opens the catalogues of a folder once for each thread; a damaged one has ended the start of the process. */
function examineWith(cataloguesDir: string): ReturnType<typeof examineOver> {
  const known = openings.get(cataloguesDir);
  if (known) return known;
  const { catalogues, useSmall } = openCatalogueFolder(cataloguesDir);
  useSmall();
  const opened = examineOver(withNewerPlaces(catalogues));
  openings.set(cataloguesDir, opened);
  return opened;
}

/** What the sandbox finds of a document. */
export const examineDocument = ({ xml, now, cataloguesDir }: DocumentToExamine): Examined =>
  examineWith(cataloguesDir)(xml, now);
