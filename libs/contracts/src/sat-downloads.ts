/**
 * The tax authority's bulk download (descarga masiva) as services ask for it: stamping, which has the FIEL, asks the SAT for one
 * period at a time. Times of periods are the SAT's own, local ones (`2026-11-27T00:00:00`), both ends included.
 */

export const DOWNLOAD_KINDS = ['issued', 'received'] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];

export const DOWNLOAD_FORMATS = ['xml', 'metadata'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];

export interface SatPeriod {
  readonly from: string;
  readonly until: string;
}

/** What the SAT is asked for. */
export interface SatDownloadAsked extends SatPeriod {
  /** Whose documents: the RFC of the FIEL. */
  readonly rfc: string;
  readonly kind: DownloadKind;
  readonly format: DownloadFormat;
}

/** Whether the SAT can be asked for what an RFC issued and received. In Test the sandbox answers, without a FIEL. */
export type DownloadFiel = 'ready' | 'missing' | 'expired' | 'not_of_sat';

export type RequestState = 'accepted' | 'in_process' | 'finished' | 'error' | 'rejected' | 'expired';

/** How far a request is. `state_code`: CodigoEstadoSolicitud; 5004 says that there is nothing of the kind. */
export interface SatRequestStanding {
  readonly state: RequestState;
  readonly state_code: string;
  /** Documents that it has. */
  readonly documents: number;
  readonly packages: readonly string[];
}

/** What the SAT answered, or why it was not asked. */
export type SatAnswer<Answer> =
  | ({ readonly kind: 'answer' } & Answer)
  /** The SAT said no: CodEstatus and Mensaje as they came. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** Nothing is known: what was asked may have been taken. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'no_fiel'; readonly fiel: Exclude<DownloadFiel, 'ready'> };
