import type { Detail, ErrorCode } from '#kernel';
import type { FiscalDocument, InvoiceStamp, NotTaken, SurplusOutcome, SurplusSearch } from '#contracts';

/** What came of sending a document to a provider, or of asking it. Without `pac`: the one that has it. */
export type StampAnswer = { pac?: string; attempt?: number } & (
  | { kind: 'stamped'; stamp: InvoiceStamp; pac: string; duplicate: boolean; document?: FiscalDocument }
  /** `proves`: it says that this provider never stamped these bytes; otherwise only that it does not now. */
  | { kind: 'refused'; code: ErrorCode; details: readonly Detail[]; proves?: boolean }
  /** `certain`: surely not stamped by this attempt. `settles`: its "not found" would free the document for others. */
  | { kind: 'uncertain'; certain: boolean; reason: string; code?: string; settles?: boolean }
  /** The provider says that it does not have it. `steadySince`: from when on times can be measured against each other. */
  | { kind: 'missing'; pac: string; account?: string; settles?: boolean; steadySince?: Date }
  /** The tax authority has no stamp of what any provider had got until `until`, and none takes it any more. */
  | { kind: 'absent'; until: Date }
);

export type StampDecision =
  /** `pac`: who gets it first; null: nobody can be reached. */
  | {
      type: 'seal';
      now: Date;
      xmlKey: string;
      sello: string;
      noCertificado: string;
      pac?: string | null;
      account?: string;
    }
  | { type: 'refuse'; now: Date; code: ErrorCode; details: readonly Detail[] }
  /** Before the bytes go to `to`. `after`: the attempt before, which was not taken; where `to` may not have it, only that is recorded. */
  | {
      type: 'send';
      now: Date;
      to: string;
      /** Of today, by its fingerprint. */
      account?: string;
      attempt: number;
      after?: NotTaken;
      look?: boolean;
    }
  /** `look`: somebody asked; no pause is used up, and nothing is written where nothing is new. */
  | { type: 'record'; now: Date; answer: StampAnswer; look?: boolean }
  /** `search`, `searchTo`: who can be asked for the surplus stamp that comes of it, of the first provider or of this one. */
  | {
      type: 'force';
      now: Date;
      to: string;
      by: string;
      search?: SurplusSearch;
      searchTo?: SurplusSearch;
    }
  | { type: 'settle'; now: Date; uuid: string; outcome: SurplusOutcome };
