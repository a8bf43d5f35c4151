import { randomBytes } from 'node:crypto';

/** multipart/form-data with one part, named `xml`: how SW takes documents and requests. Its bytes are not changed. */
export function xmlPart(xml: string): { readonly contentType: string; readonly body: Buffer } {
  // Random, so that no document can hold it.
  const boundary = `timbra-${randomBytes(16).toString('hex')}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="xml"; filename="xml"\r\nContent-Type: text/xml\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), Buffer.from(xml), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
