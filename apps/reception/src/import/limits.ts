const MB = 1024 * 1024;

/** The longest XML: 5,000 lines with complements have 4 MB. */
export const MOST_XML_BYTES = 5 * MB;
/** The longest ZIP as it is sent, and all that is in it. */
export const MOST_ZIP_BYTES = 50 * MB;
export const MOST_ZIP_ENTRIES = 10_000;
export const MOST_UNZIPPED_BYTES = 500 * MB;
/** What XML is packed to: a document of many equal lines comes to 1:60. More is a bomb. */
export const MOST_RATIO = 200;
/** Below it no ratio is judged. */
export const RATIO_FROM_BYTES = 100 * 1024;

/** Documents that are read and imported together, and their bytes, but for the last of them. */
export const LOT = 100;
export const LOT_BYTES = 2 * MB;
/** Lots that are worked on at one time: while one is read in a thread, another is stored. */
export const LOTS_AT_ONCE = 3;
