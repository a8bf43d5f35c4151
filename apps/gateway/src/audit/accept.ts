const NDJSON = 'application/x-ndjson';
/** What covers JSON, the most specific first. */
const JSON_RANGES = ['application/json', 'application/*', '*/*'] as const;
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/** A media type or range of an Accept header. */
interface Range {
  readonly name: string;
  readonly weight: number;
}

function rangesOf(header: string): readonly Range[] {
  return header.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weights = parameters.filter((text) => text.startsWith('q='));
    const weight = weights.length === 0 ? 1 : Number(WEIGHT.exec(weights[0] ?? '')?.[1] ?? NaN);
    return Number.isNaN(weight) ? [] : [{ name, weight }];
  });
}

/**
 * Whether an Accept header (RFC 9110, 12.5.1) asks for lines of JSON rather than a page of it. They have to be named: ranges
 * such as `*` + `/*` mean JSON, as everywhere in the API. Of equal weights, the type that is named first wins.
 */
export function wantsLines(header: string | undefined): boolean {
  const ranges = rangesOf((header ?? '').slice(0, 1_000));
  const lines = ranges.findIndex(({ name }) => name === NDJSON);
  const weight = ranges[lines]?.weight ?? 0;
  if (weight === 0) return false;
  const json = JSON_RANGES.map((range) => ranges.findIndex(({ name }) => name === range)).find(
    (at) => at >= 0,
  );
  const other = json === undefined ? undefined : ranges[json];
  if (json === undefined || other === undefined || weight !== other.weight)
    return weight > (other?.weight ?? 0);
  return other.name !== JSON_RANGES[0] || lines < json;
}
