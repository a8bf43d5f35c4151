/**
 * Makes two runs of one scenario comparable: what is new in every run (ids, UUIDs, instants, seals, keys, addresses)
 * becomes a name. What is the same thing twice has the same name twice, so that references are compared too.
 */
export class Normaliser {
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /** `origin`: where the service answers. */
  constructor(private readonly origin: string) {}

  /** JSON of any value, or a text as it is, in the words of every run. */
  text(value: unknown): string {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
    return (
      text
        .replaceAll(this.origin, '<origin>')
        .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?/g, '<instant>')
        .replace(/\bsk_(?:test|live|user)_\w+/g, '<key>')
        .replace(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, (uuid) =>
          this.name('uuid', uuid.toUpperCase()),
        )
        .replace(/\b[0-9a-f]{24}\b/g, (id) => this.name('id', id))
        .replace(/\b3000100000\d{10}\b/g, (number) => this.name('certificate', number))
        .replace(/\b[0-9a-f]{16}(?=\.xml)/g, '<hash>')
        // Of the answer's content, which has all of these in it; the revision before it stays.
        .replace(/(?<=etag: "\d+\.)[0-9a-f]{16}(?=")/g, '<hash>')
        // The last characters of a seal, in the address of the public check, as it is and as XML has it.
        .replace(/(?<=[?&](?:amp;)?fe=)[^"&\s<]+/g, '<tail>')
        .replace(/(?<="(?:sello_tail|seal)": ")[^"]+/g, '<tail>')
        .replace(/[A-Za-z0-9+/]{40,}={0,2}/g, '<bytes>')
    );
  }

  /** The name of a thing, if it has been met. */
  known(thing: string): string | undefined {
    return this.names.get(thing);
  }

  private name(kind: string, thing: string): string {
    const known = this.names.get(thing);
    if (known !== undefined) return known;
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    this.names.set(thing, name);
    return name;
  }
}
