import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { insertTimbre } from '../timbre/insert.js';
import { readRetencion } from '../reading/retencion.js';
import { mustBuildRetencion, anyRetencion, retencion } from '../testing/retenciones.js';
import { buildRetencion } from './build.js';
import type { RetencionInput } from './input.js';
import { cadenaRetencion, retencionXml } from './xml.js';

const SEALS = { noCertificado: '3'.repeat(20), certificado: 'QUJD', sello: 'QUJD' };
const writeOne = (over: Partial<RetencionInput> = {}): string =>
  retencionXml(mustBuildRetencion(retencion(over)), SEALS);
const reject = (over: unknown): string[] => {
  const built = buildRetencion({ ...retencion(), ...(over as object) });
  if (built.ok) throw new Error('it was built');
  return (built.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
};
const totalesOf = (over: object) => ({ totales: { ...retencion().totales, ...over } });
const rowOf = (over: object) => totalesOf({ impRetenidos: [{ montoRet: '1', tipoPagoRet: '04', ...over }] });

describe('a document of retentions', () => {
  it('is written in the order of Anexo 20, with what follows from its amounts', () => {
    const r = mustBuildRetencion(
      retencion(totalesOf({ montoTotOperacion: '1000.005', montoTotExent: '0.1' })),
    );
    expect(r.totales).toMatchObject({
      ...{
        montoTotOperacion: '1000.01',
        montoTotExent: '0.10',
        montoTotGrav: '999.91',
        montoTotRet: '100.00',
      },
    });
    expect(cadenaRetencion(r, '3'.repeat(20))).toBe(
      '||2.0|33333333333333333333|2026-11-20T10:30:00|06300|08|EKU9003173C9|ESCUELA KEMPER URGATE|601|Nacional|CACX7605101P8|XOCHILT CASAS CHAVEZ|36257|10|11|2026|1000.01|999.91|0.10|100.00|1000.00|001|100.00|04||',
    );
    expect(retencionXml(r, SEALS)).toContain(
      'Version="2.0" Sello="QUJD" NoCertificado="33333333333333333333" Certificado="QUJD" FechaExp=',
    );
    expect(writeOne({ folioInt: 'A1' })).toContain('Version="2.0" FolioInt="A1" Sello=');
  });

  it('keeps amounts that are given, and numbers as JSON has them', () => {
    const given = totalesOf({ montoTotGrav: '1000.001', montoTotRet: 100, utilidadBimestral: '0.005' });
    expect(mustBuildRetencion(retencion(given as Partial<RetencionInput>)).totales).toMatchObject({
      ...{ montoTotGrav: '1000.00', montoTotRet: '100.00', utilidadBimestral: '0.01' },
    });
  });

  it.each([
    [{ fechaExp: '2026-02-30T00:00:00' }, ['fechaExp invalid_format']],
    [{ folioInt: 'a-b' }, ['folioInt invalid_format']],
    [{ lugarExpRetenc: undefined }, ['lugarExpRetenc required']],
    [{ cveRetenc: '25' }, ['descRetenc invalid_value']],
    [{ cveRetenc: '14' }, ['complementos invalid_value']],
    [{ emisor: null }, ['emisor.rfc required', 'emisor.nombre required', 'emisor.regimenFiscal required']],
    [{ emisor: { ...retencion().emisor, nombre: 'a|b' } }, ['emisor.nombre invalid_value']],
    [{ emisor: { ...retencion().emisor, nombre: '\u0001' } }, ['emisor.nombre invalid_value']],
    [{ emisor: { ...retencion().emisor, nombre: 'x'.repeat(255) } }, ['emisor.nombre invalid_length']],
    [{ receptor: {} }, ['receptor.nacionalidad required']],
    [{ receptor: { nacionalidad: 'Otra' } }, ['receptor.nacionalidad invalid_value']],
    [{ receptor: { nacionalidad: 'Extranjero' } }, ['receptor.nombre required']],
    [{ periodo: { mesIni: 12, mesFin: 1, ejercicio: 2026 } }, ['periodo.mesFin invalid_value']],
    [
      { periodo: { mesIni: 1.5, mesFin: '1', ejercicio: 1999 } },
      [
        ...[
          'periodo.mesIni invalid_value',
          'periodo.mesFin invalid_value',
          'periodo.ejercicio invalid_value',
        ],
      ],
    ],
    [
      { totales: 7 },
      [
        ...['totales invalid_type', 'totales.montoTotOperacion required', 'totales.montoTotGrav required'],
        ...['totales.montoTotExent required', 'totales.montoTotRet required'],
      ],
    ],
    [totalesOf({ montoTotExent: '1000.01' }), ['totales.montoTotExent invalid_value']],
    [totalesOf({ montoTotRet: '1' }), ['totales.montoTotRet invalid_value']],
    [totalesOf({ montoTotOperacion: '-1' }), ['totales.montoTotOperacion too_small']],
    [totalesOf({ montoTotOperacion: 'x'.repeat(100_000) }), ['totales.montoTotOperacion invalid_type']],
    [totalesOf({ impRetenidos: {} }), ['totales.impRetenidos invalid_type']],
    [
      totalesOf({ impRetenidos: [null] }),
      [...['totales.impRetenidos[0].montoRet required', 'totales.impRetenidos[0].tipoPagoRet required']],
    ],
    [rowOf({ impuesto: 'ISN' }), ['totales.impRetenidos[0].impuesto invalid_value']],
    [rowOf({ impuesto: 'IVA' }), ['totales.impRetenidos[0].tipoPagoRet invalid_value']],
    [{ complementos: ['<a/>'] }, ['complementos[0] invalid_value']],
    [{ complementos: [5, '<a'] }, ['complementos[0] invalid_type', 'complementos[1] invalid_format']],
    [{ complementos: 'x' }, ['complementos invalid_type']],
    [{ addenda: '<a>' }, ['addenda invalid_format']],
    [
      { espacios: [{ prefijo: 'retenciones', uri: 'urn:x', esquema: 'http://x/y' }] },
      ['espacios[0].prefijo invalid_value'],
    ],
  ])('is refused with the field: %j', (over, expected) => expect(reject(over)).toEqual(expected));

  it('carries an addenda with namespaces of the input, and one complement of each standard', () => {
    const namespaces = [{ prefijo: 'mi', uri: 'urn:mi', esquema: 'http://mi/mi.xsd' }];
    const xml = writeOne({ addenda: '<mi:A>1</mi:A>', espacios: namespaces });
    expect(xml).toContain('xmlns:mi="urn:mi"');
    expect(xml).toContain('<retenciones:Addenda><mi:A>1</mi:A></retenciones:Addenda>');
    const one = '<sectorfinanciero:SectorFinanciero Version="1.0" IdFideicom="1" DescripFideicom="d"/>';
    expect(writeOne({ cveRetenc: '27', complementos: [one] })).toContain(one);
    expect(reject({ complementos: [one, one] })).toHaveLength(1);
  });

  it('gets its stamp inside of its own Complemento', () => {
    expect(insertTimbre(writeOne(), '<T/>')).toContain(
      '<retenciones:Complemento><T/></retenciones:Complemento></retenciones:Retenciones>',
    );
    const addenda = '<Complemento/><Retenciones/>';
    expect(insertTimbre(writeOne({ addenda }), '<T/>')).toContain(
      `<retenciones:Complemento><T/></retenciones:Complemento><retenciones:Addenda>${addenda}`,
    );
  });

  it('reads back to itself, whatever it is', () => {
    fc.assert(
      fc.property(anyRetencion(), (input) => {
        const built = mustBuildRetencion(input);
        const read = readRetencion(retencionXml(built, SEALS));
        expect(read).toEqual({ ok: true, value: { retencion: built, sellado: SEALS } });
      }),
      { numRuns: 100, seed: 20 },
    );
  });

  it('is a document or a refusal with paths, whatever the input', () => {
    const fields = Object.keys(retencion({ addenda: '', espacios: [], complementos: [] }));
    const anything = fc.dictionary(fc.constantFrom(...fields), fc.anything());
    const inside = fc.record({
      ...{ totales: fc.dictionary(fc.constantFrom(...Object.keys(retencion().totales)), fc.anything()) },
      emisor: fc.dictionary(fc.constantFrom('rfc', 'nombre', 'regimenFiscal'), fc.anything()),
    });
    fc.assert(
      fc.property(fc.oneof(fc.anything(), anything, inside), (given) => {
        const mixed = typeof given === 'object' && given !== null ? { ...retencion(), ...given } : given;
        const built = buildRetencion(mixed as RetencionInput);
        if (built.ok) return;
        expect(built.refusal.details?.length).toBeGreaterThan(0);
        for (const { path } of built.refusal.details ?? []) expect(typeof path).toBe('string');
      }),
      { numRuns: 300, seed: 21 },
    );
  });
});
