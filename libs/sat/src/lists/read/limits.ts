/** What a file of a list may be at most; more is no list, but something that was made to fill the disk. */
export interface ReadLimits {
  /** Bytes of the unpacked text. */
  readonly bytes: number;
}

/** The largest list (L_RFC, 40 million rows of 18 bytes) takes 0.8 GB; LCO has some 10 million certificates of 250 bytes. */
export const LRFC_LIMITS: ReadLimits = { bytes: 4 * 1024 ** 3 };
export const LCO_LIMITS: ReadLimits = { bytes: 16 * 1024 ** 3 };
/** Some 14,500 rows of 400 bytes. */
export const EFOS_LIMITS: ReadLimits = { bytes: 256 * 1024 ** 2 };
