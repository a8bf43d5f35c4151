import type { RetentionContent } from '#contracts';

/** Characters that FolioInt has room for. */
const LONGEST = 20;

/**
 * A content with an internal folio: its own, or one of the retention's id. Two retentions that say the same in the same
 * second would otherwise be one document, byte for byte, and the provider gives one document one stamp.
 */
export const withFolio = (content: RetentionContent, id: string): RetentionContent =>
  content.folio_int === null ? { ...content, folio_int: id.slice(-LONGEST) } : content;
