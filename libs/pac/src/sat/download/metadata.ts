/** One row of the tax authority's metadata: a document that exists under an issuer, by whichever PAC. */
export interface MetadataRow {
  readonly uuid: string;
  readonly rfcEmisor: string;
  readonly rfcReceptor: string;
  readonly rfcPac: string;
  /** Local time as the document has it, `2026-11-27T12:00:00`. */
  readonly fechaEmision: string;
  readonly fechaCertificacion: string;
  /** Decimal text. */
  readonly monto: string;
  /** I, E, T, N, P; of retentions what is written there. */
  readonly efecto: string;
  readonly vigente: boolean;
  readonly fechaCancelacion: string | undefined;
}

const STARTS = /^\|?[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\|?~/i;
const NEEDED = ['Uuid', 'RfcEmisor', 'RfcReceptor', 'RfcPac', 'FechaEmision', 'Monto', 'Estatus'] as const;

/**
 * Reads a file of metadata: a line of headers, columns separated by `~`, texts between pipes or not. Names may have line breaks in
 * them, so a line that does not begin with a UUID goes on with the row before. Undefined where a row cannot be read: a file
 * that is not understood whole proves nothing.
 */
export function readMetadata(text: string): readonly MetadataRow[] | undefined {
  const [first = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const headers = columnsOf(first).map((header) => header.toLowerCase());
  const place = (name: string): number => headers.indexOf(name.toLowerCase());
  if (NEEDED.some((name) => place(name) < 0)) return undefined;
  const records: string[] = [];
  for (const line of lines) {
    if (STARTS.test(line)) records.push(line);
    else if (line.trim() !== '') {
      if (records.length === 0) return undefined;
      records[records.length - 1] += ` ${line}`;
    }
  }
  const rows: MetadataRow[] = [];
  for (const record of records) {
    const columns = columnsOf(record);
    if (columns.length !== headers.length) return undefined;
    const of = (name: string): string => columns[place(name)] ?? '';
    rows.push({
      uuid: of('Uuid').toUpperCase(),
      ...{ rfcEmisor: of('RfcEmisor'), rfcReceptor: of('RfcReceptor'), rfcPac: of('RfcPac') },
      fechaEmision: of('FechaEmision').replace(' ', 'T').slice(0, 19),
      fechaCertificacion: of('FechaCertificacionSat').replace(' ', 'T').slice(0, 19),
      ...{ monto: of('Monto').replace(/[$,]/g, ''), efecto: of('EfectoComprobante') },
      vigente: of('Estatus') === '1' || of('Estatus').toLowerCase() === 'vigente',
      fechaCancelacion: of('FechaCancelacion') || undefined,
    });
  }
  return rows;
}

/** The columns of a row; a text between pipes may have the separator in it. */
function columnsOf(row: string): string[] {
  const columns: string[] = [];
  let rest = row;
  for (;;) {
    const end = rest.startsWith('|') ? rest.indexOf('|', 1) : -1;
    const quoted = end > 0 && (end === rest.length - 1 || rest[end + 1] === '~');
    const column = quoted ? rest.slice(0, end + 1) : (rest.split('~', 1)[0] ?? '');
    columns.push((quoted ? column.slice(1, -1) : column).trim());
    if (column.length >= rest.length) return columns;
    rest = rest.slice(column.length + 1);
  }
}
