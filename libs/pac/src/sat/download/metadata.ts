/** One row of the tax authority's metadata: a document that exists under an issuer, by whichever PAC. */
export interface MetadataRow {
  readonly uuid: string;
  readonly rfcEmisor: string;
  readonly rfcReceptor: string;
  readonly rfcPac: string;
  /** Line breaks in names are blanks here. */
  readonly nombreEmisor: string;
  readonly nombreReceptor: string;
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

/** The longest row that is read: names of 300 letters fit in many times over. */
const MAX_ROW = 16 * 1024;

/**
 * Reads a file of metadata piece by piece: a line of headers, columns separated by `~`, texts between pipes or not. Names may have
 * line breaks in them, so a line that does not begin with a UUID goes on with the row before: a row is complete once the next one
 * begins, or the file ends. Both methods give the rows that are complete now; undefined where one cannot be read, and from then on.
 */
export class MetadataReader {
  private headers: readonly string[] | undefined;
  private record = '';
  private rest = '';
  private failed = false;
  private begun = false;

  /** The next piece of the text, cut anywhere. */
  push(text: string): readonly MetadataRow[] | undefined {
    const piece = this.begun ? text : text.replace(/^\uFEFF/, '');
    this.begun ||= text !== '';
    const lines = (this.rest + piece).split('\n');
    this.rest = lines.pop() ?? '';
    if (this.rest.length > MAX_ROW) this.failed = true;
    return this.take(lines);
  }

  /** The text has ended. */
  end(): readonly MetadataRow[] | undefined {
    const rows = this.take([this.rest]);
    this.rest = '';
    const last = this.record === '' ? [] : [this.rowOf(this.record)];
    if (this.headers === undefined || this.failed || !rows || last.includes(undefined)) return undefined;
    return [...rows, ...last.filter((row) => row !== undefined)];
  }

  private take(lines: readonly string[]): readonly MetadataRow[] | undefined {
    const rows: MetadataRow[] = [];
    for (const line of lines.flatMap((one) => one.replace(/\r$/, '').split('\r'))) {
      if (this.failed) return undefined;
      if (this.headers === undefined) this.readHeaders(line);
      else if (STARTS.test(line)) {
        const row = this.record === '' ? undefined : this.rowOf(this.record);
        if (this.record !== '' && row === undefined) this.failed = true;
        if (row) rows.push(row);
        this.record = line;
      } else if (line.trim() !== '') {
        if (this.record === '' || this.record.length > MAX_ROW) this.failed = true;
        this.record += ` ${line}`;
      }
    }
    return this.failed ? undefined : rows;
  }

  private readHeaders(line: string): void {
    this.headers = columnsOf(line).map((header) => header.toLowerCase());
    if (NEEDED.some((name) => !this.headers?.includes(name.toLowerCase()))) this.failed = true;
  }

  private rowOf(record: string): MetadataRow | undefined {
    const headers = this.headers ?? [];
    const columns = columnsOf(record);
    if (columns.length !== headers.length) return undefined;
    const of = (name: string): string => columns[headers.indexOf(name.toLowerCase())] ?? '';
    return {
      uuid: of('Uuid').toUpperCase(),
      ...{ rfcEmisor: of('RfcEmisor'), rfcReceptor: of('RfcReceptor'), rfcPac: of('RfcPac') },
      ...{ nombreEmisor: of('NombreEmisor'), nombreReceptor: of('NombreReceptor') },
      fechaEmision: of('FechaEmision').replace(' ', 'T').slice(0, 19),
      fechaCertificacion: of('FechaCertificacionSat').replace(' ', 'T').slice(0, 19),
      ...{ monto: of('Monto').replace(/[$,]/g, ''), efecto: of('EfectoComprobante') },
      vigente: of('Estatus') === '1' || of('Estatus').toLowerCase() === 'vigente',
      fechaCancelacion: of('FechaCancelacion') || undefined,
    };
  }
}

/**
 * Reads a whole file of metadata. Undefined where a row cannot be read: a file that is not understood whole proves nothing.
 */
export function readMetadata(text: string): readonly MetadataRow[] | undefined {
  const reader = new MetadataReader();
  const rows = reader.push(text);
  const last = reader.end();
  return rows && last && [...rows, ...last];
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

const HEADERS = [
  ...['Uuid', 'RfcEmisor', 'NombreEmisor', 'RfcReceptor', 'NombreReceptor', 'RfcPac', 'FechaEmision'],
  ...['FechaCertificacionSat', 'Monto', 'EfectoComprobante', 'Estatus', 'FechaCancelacion'],
  ...['RfcACuentaTerceros', 'NombreACuentaTerceros'],
];

/** A file of metadata as the tax authority writes it: for the sandbox, which stands in for it. */
export function metadataText(rows: readonly MetadataRow[]): string {
  const plain = (text: string): string => text.replace(/[~|\r\n]/g, ' ');
  const date = (local: string): string => local.replace('T', ' ');
  const lines = rows.map((row) =>
    [
      ...[row.uuid, row.rfcEmisor, plain(row.nombreEmisor), row.rfcReceptor, plain(row.nombreReceptor)],
      ...[row.rfcPac, date(row.fechaEmision), date(row.fechaCertificacion), row.monto, row.efecto],
      ...[row.vigente ? '1' : '0', date(row.fechaCancelacion ?? ''), '', ''],
    ].join('~'),
  );
  return `${[HEADERS.join('~'), ...lines].join('\r\n')}\r\n`;
}
