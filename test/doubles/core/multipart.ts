/** The part of a multipart/form-data body that has this name; undefined where there is none. */
export function partOf(body: Buffer, contentType: string, name: string): Buffer | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  const mark = Buffer.from(`--${boundary}`);
  for (let at = body.indexOf(mark); at >= 0;) {
    const next = body.indexOf(mark, at + mark.length);
    if (next < 0) return undefined;
    const part = body.subarray(at + mark.length + 2, next - 2);
    const end = part.indexOf('\r\n\r\n');
    const head = part.subarray(0, Math.max(end, 0)).toString();
    if (end >= 0 && new RegExp(`\\bname="?${name}"?(;|\\r|$)`, 'i').test(head)) return part.subarray(end + 4);
    at = next;
  }
  return undefined;
}
