/** What the SDK gives for a file: a stream of Node. */
export async function bytesOf(download: unknown): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of download as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
/** The same as text. */
export const textOf = async (download: unknown): Promise<string> => (await bytesOf(download)).toString();
