import { insertTimbre } from '#cfdi';
import type { Tenant } from '#kernel';
import type { ContentStore } from '#eventing';

/** Where a document's two parts are: the signed XML as it was sent, and the stamp's node. */
export interface StoredParts {
  readonly xml_key: string | null;
  readonly timbre_xml: string | null;
}

/**
 * The stamped CFDI, put together from the signed XML and its stamp: the signed bytes are stored once and
 * never touched. Undefined for a document that was never stamped.
 */
export async function storedCfdi(
  contents: ContentStore,
  tenant: Tenant,
  parts: StoredParts,
): Promise<string | undefined> {
  if (parts.xml_key === null || parts.timbre_xml === null) return undefined;
  const sealed = await contents.get(tenant, parts.xml_key);
  if (!sealed) throw new Error(`the signed XML ${parts.xml_key} is missing`);
  return insertTimbre(sealed.toString(), parts.timbre_xml);
}
