import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { LoadFailure } from '../../large/load/failure.js';
import { named } from '../read/list-file.js';
import type { Bytes } from '../read/peekable.js';
import type { RfcTableBuilder } from '../rfc-table/build.js';
import { isRfcByte, numberRfc } from '../rfc-table/number.js';
import type { RowsRead } from '../lrfc/rows.js';

/** Elements of LCO are three deep. */
const MOST_DEPTH = 8;
/** Text without a single element: more is no LCO. */
const MOST_WITHOUT_ELEMENT = 2 * 1024 * 1024;
/** The first bytes, in which the declaration names the encoding. */
const DECLARATION_BYTES = 200;
const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'us-ascii': 'windows-1252',
};

/** What a table says of an issuer without a certificate in force. */
export const NO_CERTIFICATE = 7;
/** EstatusCertificado of a certificate in force. */
const ACTIVE = 'A';

interface Contribuyente {
  readonly rfc: string;
  value: number;
  since: string;
}

/**
 * Reads a file of LCO, `lco:LCO/lco:Contribuyente@RFC/lco:Certificado`, into a table: of each taxpayer the ValidezObligaciones
 * (0 to 4) of its newest certificate with EstatusCertificado A. One that has none in force is left out. A document type is refused.
 */
export async function readLco(file: string, bytes: Bytes, into: RfcTableBuilder): Promise<RowsRead> {
  const parser = new SaxesParser();
  let problem: LoadFailure | undefined;
  let depth = 0;
  let current: Contribuyente | undefined;
  let rows = 0;
  let leftOut = 0;
  let since = 0;
  const fail = (text: string): void => {
    problem ??= new LoadFailure(text);
  };
  const throwProblem = (): void => {
    if (problem) throw problem;
  };

  parser.on('error', (error) => {
    fail(`It is not well-formed XML (${error.message.slice(0, 200)}).`);
  });
  parser.on('doctype', () => {
    fail('It has a document type, which LCO does not.');
  });
  parser.on('opentag', (tag) => {
    since = 0;
    depth += 1;
    if (depth > MOST_DEPTH) fail('Its elements are nested deeper than those of LCO.');
    const name = localName(tag);
    if (depth === 1 && name !== 'LCO') fail(`Its root is ${name.slice(0, 50)} and not LCO.`);
    if (depth === 2 && name === 'Contribuyente')
      current = { rfc: attribute(tag, 'RFC').toUpperCase(), value: NO_CERTIFICATE, since: '' };
    if (depth === 3 && name === 'Certificado' && current) judge(current, tag);
  });
  parser.on('closetag', () => {
    if (depth === 2 && current) {
      if (current.value !== NO_CERTIFICATE && add(current, into)) rows += 1;
      else leftOut += 1;
      current = undefined;
    }
    depth -= 1;
  });

  try {
    for await (const text of decoded(bytes)) {
      parser.write(text);
      since += text.length;
      if (since > MOST_WITHOUT_ELEMENT) fail('It has more text than LCO between its elements.');
      throwProblem();
    }
    parser.close();
    throwProblem();
  } catch (error) {
    throw named(file, error);
  }
  return { rows, leftOut };
}

const localName = ({ name }: SaxesTagPlain): string => name.slice(name.indexOf(':') + 1);

const attribute = ({ attributes }: SaxesTagPlain, name: string): string => attributes[name] ?? '';

function judge(of: Contribuyente, tag: SaxesTagPlain): void {
  const value = attribute(tag, 'ValidezObligaciones');
  const since = attribute(tag, 'FechaInicio');
  if (attribute(tag, 'EstatusCertificado') !== ACTIVE || !/^[0-4]$/.test(value)) return;
  if (of.value !== NO_CERTIFICATE && since < of.since) return;
  of.value = Number(value);
  of.since = since;
}

/** Adds a taxpayer, unless its RFC is none. */
function add({ rfc, value }: Contribuyente, into: RfcTableBuilder): boolean {
  const bytes = Buffer.from(rfc, 'latin1');
  const number = { beginning: 0, rest: 0 };
  if (rfc.length !== bytes.length || ![12, 13].includes(rfc.length) || !bytes.every(isRfcByte)) return false;
  if (numberRfc(bytes, bytes.length, number)) into.add(number.beginning, number.rest, value);
  else into.addOther(rfc, value);
  return true;
}

/** Text by the encoding that the declaration names, which is UTF-8 where it names none. */
async function* decoded(bytes: Bytes): AsyncIterable<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder?.decode() ?? '';
}

function encodingOf(chunk: Uint8Array): string {
  const start = Buffer.from(chunk.subarray(0, DECLARATION_BYTES)).toString('latin1');
  const name = /^[^<]{0,3}<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8';
  const known = ENCODINGS[name];
  if (known === undefined) throw new LoadFailure(`Its encoding is ${name.slice(0, 40)}, which is not read.`);
  return known;
}
