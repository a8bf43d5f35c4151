/**
 * An independent reading of the error matrix for specs: it looks only at the XML that was written, with its own
 * arithmetic (rationals of bigints), and shares no code with the library.
 */

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
}

/** Enough of an XML reader for documents that the library wrote on one line. */
export function readNode(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [] };
  const stack = [root];
  for (const [, close, name = '', text = '', empty] of xml.matchAll(/<(\/?)([\w:]+)([^<>]*?)(\/?)>/g)) {
    if (close) {
      stack.pop();
      continue;
    }
    const attributes = Object.fromEntries(
      [...text.matchAll(/([^\s=]+)="([^"]*)"/g)].map((m) => [m[1], m[2]]),
    );
    const element: XmlElement = { name, attributes: attributes as Record<string, string>, children: [] };
    (stack[stack.length - 1] as XmlElement).children.push(element);
    if (!empty) stack.push(element);
  }
  return root.children[0] as XmlElement;
}

const SCALE = 24;
const ONE = 10n ** BigInt(SCALE);

/** Decimal text in units of 10^-24; absent is zero. */
export function parseNumber(text: string | undefined): bigint {
  if (text === undefined) return 0n;
  if (!/^\d{1,18}(\.\d{1,6})?$/.test(text)) throw new Error(`not a t_Importe: ${text}`);
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

const decimals = (text: string): number => text.split('.')[1]?.length ?? 0;
const ulp = (d: number): bigint => 10n ** BigInt(SCALE - d);
const times = (a: bigint, b: bigint): bigint => a * b;
const floorTo = (value: bigint, unit: bigint): bigint => (value / unit) * unit;
const ceilTo = (value: bigint, unit: bigint): bigint => floorTo(value + unit - 1n, unit);
const roundTo = (value: bigint, unit: bigint): bigint => ((value + unit / 2n) / unit) * unit;
const EPSILON = ONE / 10n ** 12n;

const all = (node: XmlElement | undefined, ...path: string[]): XmlElement[] =>
  path.reduce<XmlElement[]>(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
    node ? [node] : [],
  );
const sum = (nodes: readonly XmlElement[], attribute: string): bigint =>
  nodes.reduce((total, { attributes }) => total + parseNumber(attributes[attribute]), 0n);

/** Lower and upper limit of a product with a rounding of its own: both factors as written, `d` decimals of the result. */
function inLimits(importe: string, a: string, b: string, exactB: boolean): boolean {
  const d = decimals(importe);
  const [halfA, halfB] = [ulp(decimals(a)) / 2n, exactB ? 0n : ulp(decimals(b)) / 2n];
  const [x, y] = [parseNumber(a), parseNumber(b)];
  const low = times(x - halfA > 0n ? x - halfA : 0n, y - halfB > 0n ? y - halfB : 0n);
  const high = times(x + halfA - EPSILON, exactB ? y : y + halfB - EPSILON);
  const value = parseNumber(importe) * ONE;
  return value >= floorTo(low, ulp(d) * ONE) && value <= ceilTo(high, ulp(d) * ONE);
}

const key = ({ attributes: a }: XmlElement): string =>
  `${a['Impuesto']} ${a['TipoFactor']} ${a['TasaOCuota'] ?? ''}`;

/** Every amount rule of the matrix that the document breaks, by code. */
export function verify(xml: string, currencyDecimals = 2): string[] {
  const root = readNode(xml);
  const broken: string[] = [];
  const must = (holds: boolean, code: string): void => void (holds || broken.push(code));
  const cent = ulp(currencyDecimals);
  const at = root.attributes;
  const conceptos = all(root, 'cfdi:Conceptos', 'cfdi:Concepto');
  const header = (text: string | undefined): boolean =>
    text === undefined || decimals(text) <= currencyDecimals;

  must(header(at['SubTotal']), 'CFDI40107');
  must(parseNumber(at['SubTotal']) === roundTo(sum(conceptos, 'Importe'), cent), 'CFDI40108');
  must(parseNumber(at['Descuento']) <= parseNumber(at['SubTotal']), 'CFDI40110');
  const discounted = conceptos.some(({ attributes }) => 'Descuento' in attributes);
  must(discounted === 'Descuento' in at, 'CFDI40111');
  must(parseNumber(at['Descuento']) === roundTo(sum(conceptos, 'Descuento'), cent), 'CFDI40111');
  must(header(at['Descuento']), 'CFDI40112');
  for (const concepto of conceptos) checkConcepto(concepto, must);

  const lineTraslados = all(
    root,
    'cfdi:Conceptos',
    'cfdi:Concepto',
    'cfdi:Impuestos',
    'cfdi:Traslados',
    'cfdi:Traslado',
  );
  const lineRetenciones = all(
    root,
    'cfdi:Conceptos',
    'cfdi:Concepto',
    'cfdi:Impuestos',
    'cfdi:Retenciones',
    'cfdi:Retencion',
  );
  const [impuestos] = all(root, 'cfdi:Impuestos');
  const traslados = all(impuestos, 'cfdi:Traslados', 'cfdi:Traslado');
  const retenciones = all(impuestos, 'cfdi:Retenciones', 'cfdi:Retencion');
  must((impuestos !== undefined) === lineTraslados.length + lineRetenciones.length > 0, 'Impuestos');
  must(new Set(traslados.map(key)).size === traslados.length, 'CFDI40218');
  must(new Set(lineTraslados.map(key)).size === traslados.length, 'CFDI40218');
  for (const row of traslados) {
    const lines = lineTraslados.filter((line) => key(line) === key(row));
    must(header(row.attributes['Base']), 'CFDI40214');
    must(parseNumber(row.attributes['Base']) === roundTo(sum(lines, 'Base'), cent), 'CFDI40215');
    must(header(row.attributes['Importe']), 'CFDI40220');
    must(parseNumber(row.attributes['Importe']) === roundTo(sum(lines, 'Importe'), cent), 'CFDI40221');
    const exentoTotal = row.attributes['TipoFactor'] === 'Exento';
    must(
      exentoTotal !== 'Importe' in row.attributes && exentoTotal !== 'TasaOCuota' in row.attributes,
      'CFDI40213',
    );
  }
  must(
    new Set(lineRetenciones.map(({ attributes }) => attributes['Impuesto'])).size === retenciones.length,
    'CFDI40208',
  );
  for (const row of retenciones) {
    const lines = lineRetenciones.filter(
      ({ attributes }) => attributes['Impuesto'] === row.attributes['Impuesto'],
    );
    must(header(row.attributes['Importe']), 'CFDI40210');
    must(parseNumber(row.attributes['Importe']) === roundTo(sum(lines, 'Importe'), cent), 'CFDI40211');
  }
  const totals = impuestos?.attributes ?? {};
  must(header(totals['TotalImpuestosRetenidos']), 'CFDI40202');
  must(parseNumber(totals['TotalImpuestosRetenidos']) === sum(retenciones, 'Importe'), 'CFDI40203');
  must(retenciones.length > 0 === 'TotalImpuestosRetenidos' in totals, 'CFDI40206');
  must(header(totals['TotalImpuestosTrasladados']), 'CFDI40204');
  must(parseNumber(totals['TotalImpuestosTrasladados']) === sum(traslados, 'Importe'), 'CFDI40205');
  const someRate = traslados.some(({ attributes }) => attributes['TipoFactor'] !== 'Exento');
  must(someRate === 'TotalImpuestosTrasladados' in totals, 'CFDI40212');

  const [locales] = all(root, 'cfdi:Complemento', 'implocal:ImpuestosLocales');
  const local = locales?.attributes ?? {};
  must(
    parseNumber(local['TotaldeTraslados']) === sum(all(locales, 'implocal:TrasladosLocales'), 'Importe'),
    'implocal',
  );
  must(
    parseNumber(local['TotaldeRetenciones']) === sum(all(locales, 'implocal:RetencionesLocales'), 'Importe'),
    'implocal',
  );
  const total =
    parseNumber(at['SubTotal']) -
    parseNumber(at['Descuento']) +
    parseNumber(totals['TotalImpuestosTrasladados']) -
    parseNumber(totals['TotalImpuestosRetenidos']) +
    parseNumber(local['TotaldeTraslados']) -
    parseNumber(local['TotaldeRetenciones']);
  must(parseNumber(at['Total']) === total && header(at['Total']), 'CFDI40119');
  return [...new Set(broken)];
}

function checkConcepto(concepto: XmlElement, must: (holds: boolean, code: string) => void): void {
  const { Cantidad = '', ValorUnitario = '', Importe = '', Descuento, ObjetoImp = '' } = concepto.attributes;
  must(parseNumber(ValorUnitario) > 0n, 'CFDI40166');
  must(inLimits(Importe, Cantidad, ValorUnitario, false), 'CFDI40167');
  must(Descuento === undefined || decimals(Descuento) <= decimals(Importe), 'CFDI40168');
  must(parseNumber(Descuento) <= parseNumber(Importe), 'CFDI40169');
  const [impuestos] = all(concepto, 'cfdi:Impuestos');
  const traslados = all(impuestos, 'cfdi:Traslados', 'cfdi:Traslado');
  const retenciones = all(impuestos, 'cfdi:Retenciones', 'cfdi:Retencion');
  must(ObjetoImp !== '02' || impuestos !== undefined, 'CFDI40171');
  must(!['01', '03'].includes(ObjetoImp) || impuestos === undefined, 'CFDI40172');
  must(impuestos === undefined || traslados.length + retenciones.length > 0, 'CFDI40173');
  for (const { attributes: tax } of [...traslados, ...retenciones]) {
    const traslado = traslados.some(({ attributes }) => attributes === tax);
    must(parseNumber(tax['Base']) > 0n, traslado ? 'CFDI40174' : 'CFDI40181');
    if (tax['TipoFactor'] === 'Exento') {
      must(!('TasaOCuota' in tax) && !('Importe' in tax), 'CFDI40177');
      must(traslado, 'CFDI40184');
      continue;
    }
    must('TasaOCuota' in tax && 'Importe' in tax, 'CFDI40178');
    must(decimals(tax['TasaOCuota'] ?? '') === 6, 'TasaOCuota');
    const within = inLimits(tax['Importe'] ?? '', tax['Base'] ?? '', tax['TasaOCuota'] ?? '', true);
    must(within, traslado ? 'CFDI40180' : 'CFDI40186');
  }
  for (const { attributes: parte } of all(concepto, 'cfdi:Parte'))
    if (parte['Importe'] !== undefined)
      must(
        inLimits(parte['Importe'], parte['Cantidad'] ?? '', parte['ValorUnitario'] ?? '', false),
        'CFDI40198',
      );
}
