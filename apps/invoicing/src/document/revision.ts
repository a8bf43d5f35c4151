/** The revision of a document that does not exist yet. */
export const NEW = -1;

/** A document as its events fold: while it is there it says the revision of its last one. */
export interface Revised {
  readonly status: string;
  readonly revision?: number;
}

/** The revision of a document: every event counts, whatever it is. */
export const revisionOf = ({ revision = NEW }: Revised): number => revision;
