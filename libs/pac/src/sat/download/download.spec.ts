import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { openFiel, type Fiel } from '#cfdi';
import { makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import { SatDownload, type SatDownloadSettings } from './client.js';
import { downloadHosts } from './hosts.js';
import type { IssuedDocuments } from './messages.js';
import { MetadataReader, readMetadata } from './metadata.js';
import { unpack } from './package.js';
import { filesOf } from './stream.js';
import { UnreadablePackage, zipInMemory } from './zip-source.js';
import { fault, isSigned, openDownloadDouble, result, type DownloadDouble } from './testing.js';

const made = makeCertificado({ keys: makeKeyPair(), rfc: 'EKU9003173C9', fiel: true });
const opened = openFiel(made);
if (!opened.ok) throw new Error(opened.refusal.code);
const fiel: Fiel = opened.value;

let double: DownloadDouble;
let now = 0;
beforeEach(async () => {
  [double, now] = [await openDownloadDouble(), 0];
});
afterEach(() => double.close());
const client = (over: Partial<SatDownloadSettings> = {}) =>
  new SatDownload({
    ...{ fiel, kind: 'comprobante', url: double.url, timeoutMs: 30_000, elapsed: () => now },
    ...{ now: () => new Date('2026-11-27T18:00:00.123Z') },
    ...over,
  });
const period: Omit<IssuedDocuments, 'rfc'> = {
  ...{ from: '2026-11-20T00:00:00', until: '2026-11-24T23:59:59', type: 'Metadata', status: 'Todos' },
};

describe('the four steps', () => {
  it('authenticate, ask, verify and fetch, each signed by the FIEL, with one token', async () => {
    double.files = { 'a.txt': 'metadata' };
    const download = client();
    const asked = await download.requestIssued({ ...period, receivers: ['H&E951128469'] });
    if (asked.kind !== 'answer') throw new Error(asked.kind);
    const state = await download.verify(asked.id);
    expect(state).toMatchObject({
      kind: 'answer',
      verified: { state: 'finished', count: 1, stateCode: '5000' },
    });
    const [packageId = ''] = state.kind === 'answer' ? state.verified.packages : [];
    const got = await download.download(packageId);
    expect(got.kind === 'answer' && unpack(got.zip, '.txt')?.get('a.txt')?.toString()).toBe('metadata');
    expect(double.asked.map(({ action }) => action)).toEqual([
      ...['Autentica', 'SolicitaDescargaEmitidos', 'VerificaSolicitudDescarga', 'Descargar'],
    ]);
    expect(double.asked.every(({ body }) => isSigned(body))).toBe(true);
    // A double that takes anything would show nothing.
    expect(isSigned(double.asked[1]?.body.replace('2026-11-20', '2026-11-21') ?? '')).toBe(false);
  });

  it('write attributes in alphabetical order, without blanks, and escape an RFC once', async () => {
    await client().requestIssued({ ...period, receivers: ['H&E951128469'] });
    expect(double.asked[1]?.body).toContain(
      '<des:solicitud EstadoComprobante="Todos" FechaFinal="2026-11-24T23:59:59" FechaInicial="2026-11-20T00:00:00"' +
        ' RfcEmisor="EKU9003173C9" RfcSolicitante="EKU9003173C9" TipoSolicitud="Metadata">' +
        '<des:RfcReceptores><des:RfcReceptor>H&amp;E951128469</des:RfcReceptor></des:RfcReceptores><Signature ',
    );
    await client().requestFolio('62B00C5E-4187-4336-B569-44E0030DC729');
    expect(double.asked.at(-1)).toMatchObject({
      action: 'SolicitaDescargaFolio',
      attributes: { Folio: '62B00C5E-4187-4336-B569-44E0030DC729', RfcSolicitante: 'EKU9003173C9' },
    });
  });

  it('are at the tax authority’s hosts, those of retentions at others', () => {
    expect(downloadHosts('comprobante').download).toBe(
      'https://cfdidescargamasiva.clouda.sat.gob.mx/DescargaMasivaService.svc',
    );
    expect(downloadHosts('retencion').request).toBe(
      'https://retendescargamasivasolicitud.clouda.sat.gob.mx/SolicitaDescargaService.svc',
    );
  });
});

describe('the token', () => {
  it('is renewed before its five minutes are over', async () => {
    const download = client();
    const tokens = async () => {
      await download.verify('x');
      return double.tokens.size;
    };
    expect(await tokens()).toBe(1);
    now = 4 * 60_000;
    expect(await tokens()).toBe(1);
    now = 4.6 * 60_000;
    expect(await tokens()).toBe(2);
  });

  it('that is refused is renewed once, and no more', async () => {
    const download = client();
    await download.verify('x');
    double.tokens.clear();
    expect(await download.verify('x')).toMatchObject({ kind: 'answer' });
    const refused = result('VerificaSolicitudDescarga', 'CodEstatus="300" Mensaje="Usuario no válido"');
    double.turns['VerificaSolicitudDescarga'] = [refused, refused];
    expect(await download.verify('x')).toEqual({
      kind: 'refused',
      code: '300',
      message: 'Usuario no válido',
    });
    expect(double.tokens.size).toBe(2);
  });

  it('that a fault of security refuses is renewed once, too: their clock may be apart from ours', async () => {
    const download = client();
    await download.verify('x');
    const before = double.tokens.size;
    double.turns['VerificaSolicitudDescarga'] = [
      fault('An error occurred when verifying security for the message.'),
    ];
    expect(await download.verify('x')).toMatchObject({ kind: 'answer' });
    expect(double.tokens.size).toBe(before + 1);
    double.turns['VerificaSolicitudDescarga'] = [fault('a bug')];
    expect(await download.verify('x')).toEqual({ kind: 'unavailable', reason: 'fault: a bug' });
    expect(double.tokens.size).toBe(before + 1);
  });
});

describe('what the tax authority does not grant', () => {
  it.each(['5002', '5003', '5005', '301', '305', '404'])('is told with its code: %s', async (code) => {
    double.turns['SolicitaDescargaEmitidos'] = [
      result('SolicitaDescargaEmitidos', `IdSolicitud="" CodEstatus="${code}" Mensaje="No."`),
    ];
    expect(await client().requestIssued(period)).toEqual({ kind: 'refused', code, message: 'No.' });
  });

  it.each([
    [1, '5000', 'accepted'],
    [2, '5000', 'in_process'],
    [4, '404', 'error'],
    [5, '5004', 'rejected'],
    [6, '5000', 'expired'],
  ] as const)('state %i with %s is %s', async (number, code, state) => {
    double.turns['VerificaSolicitudDescarga'] = [
      result(
        'VerificaSolicitudDescarga',
        `CodEstatus="5000" EstadoSolicitud="${number}" CodigoEstadoSolicitud="${code}" NumeroCFDIs="0"`,
      ),
    ];
    expect(await client().verify('x')).toMatchObject({
      verified: { state, stateCode: code, count: 0, packages: [] },
    });
  });

  it.each<[string, string | number]>([
    ['HTTP 500', 500],
    ['a connection that is cut', 0],
    ['a page', '<html>mantenimiento</html>'],
    ['an unknown state', result('VerificaSolicitudDescarga', 'CodEstatus="5000" EstadoSolicitud="9"')],
    ['300 kB', ' '.repeat(300_000)],
  ])('is not known by %s', async (_, turn) => {
    double.turns['VerificaSolicitudDescarga'] = [turn];
    expect((await client().verify('x')).kind).toBe('unavailable');
  });

  it('tells the reason of a fault, also of authentication', async () => {
    double.turns['Autentica'] = [fault('InvalidSecurity')];
    expect(await client().verify('x')).toEqual({ kind: 'unavailable', reason: 'fault: InvalidSecurity' });
  });

  it('is not known where no answer comes in time', async () => {
    const silent = client({ timeoutMs: 100, url: 'http://127.0.0.1:9' });
    expect((await silent.verify('x')).kind).toBe('unavailable');
  });
});

describe('a package', () => {
  it('that is no ZIP, is cut short, or holds more than allowed is not read', () => {
    const good = Buffer.from(zipSync({ 'a.txt': Buffer.alloc(1_000, 'a'), 'b.xml': Buffer.alloc(10) }));
    expect([...(unpack(good, '.txt') ?? [])].map(([name, { length }]) => [name, length])).toEqual([
      ['a.txt', 1_000],
    ]);
    expect(unpack(Buffer.from('nothing'), '.txt')).toBeUndefined();
    expect(unpack(good.subarray(0, good.length - 30), '.txt')).toBeUndefined();
    expect(unpack(good, '.txt', { entries: 10, bytes: 999 })).toBeUndefined();
    expect(unpack(good, '.txt', { entries: 1, bytes: 10_000 })).toBeUndefined();
  });

  it('that unpacks to more than it declares does not fill the memory', () => {
    const bomb = Buffer.from(zipSync({ 'a.txt': Buffer.alloc(5_000_000) }, { level: 9 }));
    const declared = Buffer.alloc(4);
    declared.writeUInt32LE(5_000_000);
    const small = Buffer.alloc(4);
    small.writeUInt32LE(100);
    for (let at = bomb.indexOf(declared); at >= 0; at = bomb.indexOf(declared)) small.copy(bomb, at);
    expect(unpack(bomb, '.txt')?.get('a.txt')?.length ?? 0).toBeLessThanOrEqual(100);
    expect(deflateRawSync(Buffer.alloc(5_000_000)).length).toBeLessThan(10_000);
  });
});

const HEAD =
  'Uuid~RfcEmisor~NombreEmisor~RfcReceptor~NombreReceptor~RfcPac~FechaEmision~FechaCertificacionSat~Monto~EfectoComprobante~Estatus~FechaCancelacion~RfcACuentaTerceros~NombreACuentaTerceros';
const ROW =
  '62b00c5e-4187-4336-b569-44e0030dc729~EKU9003173C9~ESCUELA KEMPER~URE180429TM6~UNIVERSIDAD~LSO1306189R5~2026-11-20 12:00:00~2026-11-20 12:00:05~2010.01~I~1~~~';

describe('metadata', () => {
  it('says of each document who issued, received and stamped it, when, for how much', () => {
    expect(readMetadata(`\uFEFF${HEAD}\r\n${ROW}\r\n`)).toEqual([
      {
        ...{ uuid: '62B00C5E-4187-4336-B569-44E0030DC729', rfcEmisor: 'EKU9003173C9' },
        ...{ nombreEmisor: 'ESCUELA KEMPER', nombreReceptor: 'UNIVERSIDAD' },
        ...{ rfcReceptor: 'URE180429TM6', rfcPac: 'LSO1306189R5', fechaEmision: '2026-11-20T12:00:00' },
        ...{ fechaCertificacion: '2026-11-20T12:00:05', monto: '2010.01', efecto: 'I', vigente: true },
        fechaCancelacion: undefined,
      },
    ]);
  });

  it('takes names with line breaks, and with the separator between pipes', () => {
    const odd = ROW.replace('UNIVERSIDAD', 'UNI\r\nVERSIDAD\n\n DEL NORTE').replace(
      'ESCUELA KEMPER',
      '|A~B|',
    );
    expect(readMetadata(`${HEAD}\n${odd}\n${ROW}\n`)).toHaveLength(2);
  });

  it('has no rows where there is a head alone', () => expect(readMetadata(`${HEAD}\r\n`)).toEqual([]));

  it.each([
    ['nothing', ''],
    ['another head', 'Uuid~RfcEmisor\n'],
    ['a column too many', `${HEAD}\n${ROW}~x`],
    ['a column too few', `${HEAD}\n${ROW.slice(0, ROW.lastIndexOf('~'))}`],
    ['a row without a UUID', `${HEAD}\nfoo~${ROW}`],
  ])('that is not understood whole proves nothing: %s', (_, text) =>
    expect(readMetadata(text)).toBeUndefined(),
  );
});

describe('metadata that comes in pieces', () => {
  const odd = ROW.replace('UNIVERSIDAD', 'UNI\r\nVERSIDAD\n\n DEL NORTE').replace('ESCUELA KEMPER', '|A~B|');
  const text = `\uFEFF${HEAD}\r\n${odd}\r\n${ROW}\r\n${ROW}`;

  it.each([1, 2, 7, 100, 10_000])('of %i letters reads as the whole does', (size) => {
    const reader = new MetadataReader();
    const rows = [];
    for (let at = 0; at < text.length; at += size)
      rows.push(...(reader.push(text.slice(at, at + size)) ?? []));
    rows.push(...(reader.end() ?? []));
    expect(rows).toEqual(readMetadata(text));
    expect(rows).toHaveLength(3);
  });

  it('without an end of lines is given up, and not kept', () => {
    const reader = new MetadataReader();
    expect(reader.push(`${HEAD}\n${ROW}`)).toEqual([]);
    expect(reader.push('x'.repeat(20_000))).toBeUndefined();
    expect(reader.end()).toBeUndefined();
  });
});

describe('a package that is read piece by piece', () => {
  const read = async (zip: Buffer, limits?: { entries: number; bytes: number }) => {
    const files = new Map<string, number>();
    for await (const { name, bytes } of filesOf(zipInMemory(zip), '.txt', limits)) {
      let length = 0;
      for await (const piece of bytes) length += piece.length;
      files.set(name, length);
    }
    return files;
  };
  const good = Buffer.from(
    zipSync({
      'a.txt': Buffer.alloc(1_000_000, 'a'),
      'b.xml': Buffer.alloc(10),
      '../c.TXT': Buffer.from('c'),
    }),
  );

  it('gives its files of a kind, whatever they are called', async () =>
    expect(await read(good)).toEqual(
      new Map([
        ['a.txt', 1_000_000],
        ['../c.TXT', 1],
      ]),
    ));

  it('is given up once it unpacks to more than allowed, whatever it declares', async () => {
    await expect(read(good, { entries: 10, bytes: 1_000_000 })).rejects.toThrow(UnreadablePackage);
    await expect(read(good, { entries: 2, bytes: 2_000_000 })).rejects.toThrow(UnreadablePackage);
  });

  it.each([
    ['nothing', Buffer.from('')],
    ['a page', Buffer.from('<html>')],
    ['cut short', good.subarray(0, good.length - 30)],
    ['cut at its beginning', good.subarray(200)],
  ])('that is no ZIP is not read: %s', async (_, zip) =>
    expect(read(zip)).rejects.toThrow(UnreadablePackage),
  );
});

describe('what was received', () => {
  it('is asked for by its receiver alone', async () => {
    await client().requestReceived({ ...period, type: 'CFDI', status: 'Vigente' });
    expect(double.asked[1]?.body).toContain(
      '<des:solicitud EstadoComprobante="Vigente" FechaFinal="2026-11-24T23:59:59" FechaInicial="2026-11-20T00:00:00"' +
        ' RfcReceptor="EKU9003173C9" RfcSolicitante="EKU9003173C9" TipoSolicitud="CFDI"><Signature ',
    );
    expect(double.asked[1]?.action).toBe('SolicitaDescargaRecibidos');
    expect(isSigned(double.asked[1]?.body ?? '')).toBe(true);
  });
});
