import { insertTimbre } from '#cfdi';
import { DocumentLost, type Tenant } from '#kernel';
import type { ContentStore } from '#eventing';

/**
 * Where a document's two parts are: the signed XML as it was sent, and the stamp's node. The node is empty where the whole CFDI is
 * stored, as it was imported.
 */
export interface StoredParts {
  readonly xml_key: string | null;
  readonly timbre_xml: string | null;
}

/**
 * The stamped CFDI as text, put together from the signed XML and its stamp: the signed bytes are stored once and
 * never touched. Undefined for a document that was never stamped.
 */
export async function storedCfdi(
  contents: ContentStore,
  tenant: Tenant,
  parts: StoredParts,
): Promise<string | undefined> {
  const bytes = await storedCfdiBytes(contents, tenant, parts);
  return bytes && textOfCfdi(bytes);
}

/** The text of a CFDI (UTF-8), without the mark of the byte order that some write before it. */
export const textOfCfdi = (bytes: Buffer): string => bytes.toString().replace(/^\uFEFF/, '');

/**
 * The same as it is handed out: of a document that was imported, byte for byte what came.
 * @throws {DocumentLost}
 */
export async function storedCfdiBytes(
  contents: ContentStore,
  tenant: Tenant,
  parts: StoredParts,
): Promise<Buffer | undefined> {
  if (parts.xml_key === null || parts.timbre_xml === null) return undefined;
  const stored = await contents.get(tenant, parts.xml_key);
  if (!stored) throw new DocumentLost(parts.xml_key);
  return stampedBytes(stored, parts.timbre_xml);
}

/** @throws {TypeError} where the stored XML takes no stamp (insertTimbre) */
export const stampedBytes = (stored: Buffer, timbre_xml: string): Buffer =>
  timbre_xml === '' ? stored : Buffer.from(insertTimbre(stored.toString(), timbre_xml));
