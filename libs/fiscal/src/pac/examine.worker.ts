import { openCatalogueFolder } from '#sat/large/directory';
import { withNewerPlaces } from '#sat';
import { examineOver } from '#pac/sandbox/sandbox-pac';
import type { Examined, Sent } from '#pac';

/** A document that a thread is to judge. */
export interface DocumentToExamine extends Sent {
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
export const examineDocument = ({ cataloguesDir, now, ...sent }: DocumentToExamine): Examined =>
  examineWith(cataloguesDir)(sent, now);
