import { BEGINNINGS } from './number.js';

/**
 * A table of RFCs on the disk, four bytes each:
 *
 *     mark, rows, bytes of the others      three numbers of 32 bits
 *     where each beginning's rows begin    BEGINNINGS + 1 numbers
 *     rows, sorted                         rest of the RFC * 8 + what the list says of it (0 to 7)
 *     others                               JSON, {RFC: what the list says}: those that have no number
 *
 * Numbers are in the machine's own order: a table is made where it is used, and one from elsewhere lacks the mark.
 */
export const MARK = 0x52464331;
export const HEADER_BYTES = 12;
export const INDEX_BYTES = (BEGINNINGS + 1) * 4;
export const ROWS_AT = HEADER_BYTES + INDEX_BYTES;
/** RFCs without a number: a few in a million. */
export const MOST_OTHERS = 100_000;
