import type { Json } from './app.js';

/** What the SDK gives for a file: a stream of Node. */
export async function bytesOf(download: unknown): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of download as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
/** The same as text. */
export const textOf = async (download: unknown): Promise<string> => (await bytesOf(download)).toString();

/** The name of an invoice's files, without extension. */
export const fileNameOf = ({ series, folio_number, issuer_info, uuid }: Json): string =>
  `${[series, folio_number].filter(Boolean).join('-')}_${issuer_info.tax_id}_${uuid}`;
