import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openFiel, type Fiel } from '#cfdi';
import { makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import type { ProofRequest } from '#pac';
import { makeStampMaker, type MadeStamp, type StampMaker } from '#pac/testing/stamps';
import { openDownloadDouble, result, type DownloadDouble } from '#pac/sat/download/testing';
import { MetadataProofs } from './metadata-proofs.js';
import { NO_PROGRESS, type Progress } from './progress.js';
import { wantedOf } from './wanted.js';

const SW = 'LSO1306189R5';
const HOUR = 3_600_000;
const HEAD =
  'Uuid~RfcEmisor~NombreEmisor~RfcReceptor~NombreReceptor~RfcPac~FechaEmision~FechaCertificacionSat~Monto~EfectoComprobante~Estatus~FechaCancelacion~RfcACuentaTerceros~NombreACuentaTerceros';

let maker: StampMaker;
let fiel: Fiel;
let xml: string;
let stamp: MadeStamp;
let other: MadeStamp;
let double: DownloadDouble;
let saved: Map<string, Progress>;
let now: Date;
let fiels: 'live' | 'none' | 'test';

beforeAll(async () => {
  maker = makeStampMaker(SW);
  const opened = openFiel(makeCertificado({ keys: makeKeyPair(), rfc: 'EKU9003173C9', fiel: true }));
  if (!opened.ok) throw new Error(opened.refusal.code);
  fiel = opened.value;
  xml = await maker.document();
  stamp = await maker.stamp(xml);
  // Of the same issuer, receiver, second and total: only its seal tells it apart.
  other = await maker.stamp(await maker.document());
});
beforeEach(async () => {
  [double, saved, fiels] = [await openDownloadDouble(), new Map(), 'live'];
  // Fecha is 2026-11-21T09:00:00.
  now = new Date('2026-11-24T18:00:00Z');
});
afterEach(() => double.close());

const rowOf = ({ timbre }: MadeStamp, over: Record<string, string> = {}): string => {
  const wanted = wantedOf('comprobante', xml);
  const fields = {
    ...{ uuid: timbre.uuid, emisor: wanted?.rfcEmisor, n1: 'A\nB', receptor: wanted?.rfcReceptor, n2: 'C' },
    ...{ pac: SW, emision: wanted?.fecha.replace('T', ' '), certificacion: '2026-11-21 09:05:00' },
    ...{ monto: wanted?.total, efecto: 'I', estatus: '1', cancelacion: '', terceros: '', n3: '' },
    ...over,
  };
  return Object.values(fields).join('~');
};
/** The tax authority shows these rows, and hands out these documents. */
function shows(rows: readonly string[], documents: readonly MadeStamp[] = []): void {
  const byUuid = new Map(documents.map((one) => [one.timbre.uuid, one.cfdi]));
  let requested = '';
  Object.defineProperty(double, 'files', {
    configurable: true,
    get: () => {
      const last = double.asked.filter(({ action }) => action.startsWith('Solicita')).at(-1);
      requested = last?.attributes['Folio'] ?? '';
      const document = byUuid.get(requested);
      if (requested === '') return { 'm.txt': `${HEAD}\r\n${rows.join('\r\n')}\r\n`, 'm_tercero.txt': 'x' };
      return document === undefined ? {} : { [`${requested}.xml`]: document };
    },
  });
  Object.defineProperty(double, 'count', {
    configurable: true,
    get: () => (requested === '' ? rows.length : 1),
  });
}
const proofs = () =>
  new MetadataProofs({
    ...{ url: double.url, timeoutMs: 30_000, certificates: maker.certificates, now: () => now },
    fiels: {
      fielOf: async () => (fiels === 'none' ? undefined : { csd: fiel, use: fiels }),
    },
    progress: {
      read: async (key) => saved.get(key) ?? NO_PROGRESS,
      save: async (key, progress) => void saved.set(key, JSON.parse(JSON.stringify(progress)) as Progress),
    },
  });
const request = (over: Partial<ProofRequest> = {}): ProofRequest => ({
  ...{ requestId: 'inv.1', kind: 'comprobante', xml },
  account: { organizationId: 'org', livemode: true },
  ...over,
});
/** Each call is another process that found only what the one before has saved. */
const prove = (over?: Partial<ProofRequest>) => proofs().prove(request(over));
const actions = () => double.asked.map(({ action }) => action).filter((action) => action !== 'Autentica');
const verification = (state: number, code = '5000', inside = '') =>
  result(
    'VerificaSolicitudDescarga',
    `CodEstatus="5000" EstadoSolicitud="${state}" CodigoEstadoSolicitud="${code}" NumeroCFDIs="1"`,
    inside,
  );

describe('a document that the SAT has', () => {
  it('is fetched once for all that are like it: it can be had twice and no more', async () => {
    shows([rowOf(stamp)], [stamp]);
    expect(await prove()).toMatchObject({ kind: 'stamped' });
    now = new Date('2026-11-28T18:00:00Z');
    const twin = { requestId: 'inv.2', xml: await maker.document() };
    expect(await prove(twin)).toMatchObject({ kind: 'absent' });
    expect(actions().filter((action) => action === 'SolicitaDescargaFolio')).toHaveLength(1);
    // What is known of it is its issuer's.
    const ofOthers = { ...twin, account: { organizationId: 'other', livemode: true }, requestId: 'inv.3' };
    expect(await prove(ofOthers)).toMatchObject({ kind: 'absent' });
    expect(actions().filter((action) => action === 'SolicitaDescargaFolio')).toHaveLength(2);
  });

  it('is found by its seal, with the PAC that stamped it', async () => {
    shows([rowOf(stamp)], [stamp]);
    const proof = await prove();
    expect(proof).toMatchObject({ kind: 'stamped', pac: 'sw', timbre: { uuid: stamp.timbre.uuid } });
    expect(
      double.asked.find(({ action }) => action === 'SolicitaDescargaEmitidos')?.attributes,
    ).toMatchObject({
      ...{
        FechaInicial: '2026-11-20T08:59:59',
        FechaFinal: '2026-11-24T11:59:00',
        TipoSolicitud: 'Metadata',
      },
    });
  });

  it('stays found, whoever asks again, and nobody is asked', async () => {
    shows([rowOf(stamp)], [stamp]);
    const first = await prove();
    const before = double.asked.length;
    expect(await prove()).toEqual(first);
    expect(double.asked).toHaveLength(before);
  });

  it('among others that are like it', async () => {
    shows([rowOf(other), rowOf(stamp)], [other, stamp]);
    expect(await prove()).toMatchObject({ kind: 'stamped', timbre: { uuid: stamp.timbre.uuid } });
  });

  it('by a PAC that Timbra has no adapter for is told by its RFC', async () => {
    const elsewhere = makeStampMaker('SCD110105654');
    const stamped = await elsewhere.stamp(xml);
    shows([rowOf(stamped, { pac: 'SCD110105654' })], [stamped]);
    maker = { ...maker, certificates: elsewhere.certificates };
    expect(await prove()).toMatchObject({ kind: 'stamped', pac: 'SCD110105654' });
    maker = { ...maker, certificates: { byNumber: async () => 'unavailable' } };
    saved.clear();
    expect(await prove()).toMatchObject({ kind: 'later', reason: expect.stringContaining('not verified') });
    maker = makeStampMaker(SW);
  });
});

describe('over hours and restarts', () => {
  it('goes on where it had to wait, with the same request', async () => {
    stamp = await maker.stamp(xml);
    shows([rowOf(stamp)], [stamp]);
    double.turns['VerificaSolicitudDescarga'] = [verification(1), verification(2)];
    expect(await prove()).toMatchObject({ kind: 'later' });
    expect(await prove()).toMatchObject({ kind: 'later' });
    expect(await prove()).toMatchObject({ kind: 'stamped' });
    expect(actions().filter((action) => action === 'SolicitaDescargaEmitidos')).toHaveLength(1);
  });

  it('a FIEL that the SAT refuses is told: its word will not come', async () => {
    double.turns['SolicitaDescargaEmitidos'] = [
      result('SolicitaDescargaEmitidos', 'CodEstatus="304" Mensaje="Certificado revocado o caduco"'),
    ];
    expect(await prove()).toMatchObject({ kind: 'later', asked: false });
  });

  it('a lost answer is not asked for again as it was', async () => {
    shows([rowOf(stamp)], [stamp]);
    double.turns['SolicitaDescargaEmitidos'] = [
      0,
      result('SolicitaDescargaEmitidos', 'CodEstatus="5005" Mensaje="Solicitud duplicada"'),
    ];
    expect(await prove()).toMatchObject({ kind: 'later' });
    expect(await prove()).toMatchObject({ reason: expect.stringContaining('5005'), asked: true });
    expect(await prove()).toMatchObject({ kind: 'stamped' });
    const starts = double.asked.flatMap(({ attributes }) => attributes['FechaInicial'] ?? []);
    expect(new Set(starts).size).toBe(3);
  });

  it.each([
    ['an error', verification(4, '404')],
    ['one that expired', verification(6)],
    ['one that it does not know', result('VerificaSolicitudDescarga', 'CodEstatus="5004" Mensaje="No."')],
  ])('a request that leads nowhere is made anew: %s', async (_, turn) => {
    shows([rowOf(stamp)], [stamp]);
    double.turns['VerificaSolicitudDescarga'] = [turn];
    expect(await prove()).toMatchObject({ kind: 'later' });
    expect(await prove()).toMatchObject({ kind: 'stamped' });
  });
});

describe('that a document was never stamped', () => {
  const longAfter = new Date('2026-11-27T17:00:01Z');

  it('is proven by metadata of all who could stamp it, six days after it was issued', async () => {
    now = longAfter;
    shows([rowOf(other, { monto: '117.00' }), rowOf(other, { emision: '2026-11-21 09:00:01' })]);
    expect(await prove()).toMatchObject({ kind: 'absent' });
    expect(await prove()).toMatchObject({ kind: 'absent' });
  });

  it('is proven where there is nothing at all, and where all that is like it has another seal', async () => {
    now = longAfter;
    double.turns['VerificaSolicitudDescarga'] = [verification(5, '5004')];
    expect(await prove()).toMatchObject({ kind: 'absent' });
    shows([rowOf(other)], [other]);
    expect(await prove({ requestId: 'inv.2' })).toMatchObject({ kind: 'absent' });
  });

  it('is not proven before, and asked again', async () => {
    shows([rowOf(other, { monto: '117.00' })]);
    now = new Date(longAfter.getTime() - HOUR);
    expect(await prove()).toMatchObject({
      kind: 'later',
      reason: 'the SAT does not show it yet',
      asked: true,
    });
    now = longAfter;
    expect(await prove()).toMatchObject({ kind: 'absent' });
  });

  it('is proven of what was sent three days before it was asked for: the SAT may show later ones later', async () => {
    now = longAfter;
    shows([]);
    const until = new Date('2026-11-24T17:00:01Z');
    expect(await prove({ sentUntil: until })).toEqual({ kind: 'absent', until });
    // Sent once more since: what was proven is no proof of that.
    const sentUntil = new Date('2026-11-25T08:00:00Z');
    expect(await prove({ sentUntil })).toMatchObject({ kind: 'later', asked: true });
    now = new Date('2026-11-28T07:59:59Z');
    expect(await prove({ sentUntil })).toMatchObject({ kind: 'later', asked: true });
    now = new Date('2026-11-28T08:00:00Z');
    expect(await prove({ sentUntil })).toEqual({ kind: 'absent', until: sentUntil });
    const last = double.asked.filter(({ action }) => action === 'SolicitaDescargaEmitidos').at(-1);
    expect(last?.attributes['FechaFinal']).toBe('2026-11-26T08:00:00');
  });

  it('that an older release has proven is one of what was sent within the 72 hours', async () => {
    now = longAfter;
    saved.set('inv.1', { attempt: 1, absent: true });
    const until = new Date('2026-11-24T17:00:00Z');
    expect(await prove({ sentUntil: until })).toEqual({ kind: 'absent', until });
    expect(double.asked).toEqual([]);
  });

  it('another time is what is asked where one stamp of it is known', async () => {
    now = longAfter;
    shows([rowOf(stamp)], [stamp]);
    const except = [stamp.timbre.uuid];
    expect(await prove({ except })).toMatchObject({ kind: 'absent' });
    expect(await prove({ requestId: 'inv.2' })).toMatchObject({ kind: 'stamped' });
  });

  it.each<[string, () => void]>([
    ['fewer rows than the SAT counts', () => Object.defineProperty(double, 'count', { get: () => 2 })],
    ['a row that cannot be read', () => shows([`${rowOf(other)}~x`])],
    ['the like of it that cannot be had', () => shows([rowOf(other)])],
    ['more than is like it', () => shows(Array.from({ length: 21 }, () => rowOf(other)))],
    ['a package that is refused', () => (double.turns['Descargar'] = [500])],
  ])('is not proven by %s', async (_, arrange) => {
    now = longAfter;
    shows([rowOf(other, { monto: '117.00' })]);
    arrange();
    expect(await prove()).toMatchObject({ kind: 'later' });
  });
});

describe('nobody is asked', () => {
  it.each<[string, () => Partial<ProofRequest> | void]>([
    ['before a PAC would refuse it', () => void (now = new Date('2026-11-24T16:59:59Z'))],
    ['without the FIEL', () => void (fiels = 'none')],
    ['with a FIEL of Test', () => void (fiels = 'test')],
    ['with a FIEL that has expired', () => void (now = new Date('2036-01-01T00:00:00Z'))],
    ['about Test', () => ({ account: { organizationId: 'org', livemode: false } })],
    ['about what is no document', () => ({ xml: '<x/>' })],
  ])('%s', async (_, arrange) => {
    expect(await prove(arrange() ?? {})).toMatchObject({ kind: 'later' });
    expect(double.asked).toEqual([]);
  });
});
