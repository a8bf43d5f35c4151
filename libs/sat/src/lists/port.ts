/** The lists of the tax authority that an installation may load. */
export const LIST_IDS = ['lrfc', 'lco', '69b'] as const;
export type ListId = (typeof LIST_IDS)[number];

/** What L_RFC says of an RFC: it is registered and not cancelled. */
export interface RegisteredRfc {
  /** Whether it is in the national system of fiscal coordination (SNCF): states and municipalities. */
  readonly sncf: boolean;
  /** Whether it provides subcontracting services. */
  readonly subcontratacion: boolean;
}

/**
 * The validity of an issuer's obligations (ValidezObligaciones of LCO): 0 may not issue; 1 may use IVA exempt, at 0 % and at
 * 16 %; 2 also 8 % of the northern border, 3 of the southern one; 4 all of them.
 */
export type Obligations = 0 | 1 | 2 | 3 | 4;

/** Words that a taxpayer's situation is told with (article 69-B of the Código Fiscal de la Federación). */
export const SITUATIONS = [
  'Previsto',
  'Presunto',
  'Desvirtuado',
  'Definitivo',
  'Sentencia favorable',
  'EFOS de información suprimida',
] as const;
export type Situation = (typeof SITUATIONS)[number];

/** A row of the list of article 69-B. Dates are as the list writes them (DD/MM/YYYY); empty where it says nothing. */
export interface EfosEntry {
  readonly rfc: string;
  readonly name: string;
  /** One of {@link SITUATIONS}, or a word of the list that is not known. */
  readonly situation: string;
  /** Number and date of the office of presumption. */
  readonly presuncionOficio: string;
  readonly presuncionSat: string;
  /** Number and date of the office as the Diario Oficial has it. */
  readonly presuncionOficioDof: string;
  readonly presuncionDof: string;
  readonly definitivoSat: string;
  readonly definitivoDof: string;
  readonly sentenciaOficio: string;
  readonly sentenciaSat: string;
}

export interface EfosAnswer {
  /** The day that the list says it is of, YYYY-MM-DD. */
  readonly updatedOn: string;
  /** Mostly none; a taxpayer may be in the list more than once. */
  readonly entries: readonly EfosEntry[];
}

/** The loaded lists. Of a list that is not loaded nothing is known: each answer is undefined then. */
export interface SatLists {
  isLoaded(id: ListId): boolean;
  /** What L_RFC says of an RFC; null: it is not in it. */
  registered(rfc: string): Promise<RegisteredRfc | null | undefined>;
  /** The obligations of an issuer; null: LCO does not have it with a certificate in force. */
  obligations(rfc: string): Promise<Obligations | null | undefined>;
  /** The rows of article 69-B about an RFC. */
  efos(rfc: string): EfosAnswer | undefined;
}

/** An installation without lists. */
export const withoutLists: SatLists = {
  isLoaded: () => false,
  registered: async () => undefined,
  obligations: async () => undefined,
  efos: () => undefined,
};
