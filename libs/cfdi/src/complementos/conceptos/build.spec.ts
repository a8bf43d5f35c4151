import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toXml } from '../../schemas/write.js';
import { comprobante, concepto } from '../../testing/samples.js';
import { buildComprobante } from '../../document/build.js';
import type { ComplementoConceptoInput, NamespaceInput, LeyendaInput } from '../input.js';
import { buildLeyendas } from '../leyendas/build.js';
import { buildComplementoConcepto } from './build.js';
import { combustible, hidrocarburos, iedu } from './testing/samples.js';

const PATH = 'conceptos[2].complemento';
const buildFrom = (data: unknown, line = concepto()) =>
  buildComplementoConcepto(data as ComplementoConceptoInput, line, PATH);
const leyendas = (data: unknown) =>
  buildLeyendas(data as readonly LeyendaInput[], comprobante(), 'complementos[0].leyendas');
const xml = (built: ReturnType<typeof buildFrom>): string => {
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details));
  return toXml(built.value.node, built.value.standard.prefix);
};
const reject = (built: ReturnType<typeof buildFrom>): string[] => {
  if (built.ok) throw new Error('it was built');
  return (built.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
};

describe('the complement of a line', () => {
  it('is iedu', () => {
    expect(xml(buildFrom(iedu({ nombreAlumno: ' Ana\n "Núñez" ', rfcPago: 'CACX7605101P8' })))).toBe(
      '<iedu:instEducativas version="1.0" nombreAlumno="Ana &quot;Núñez&quot;" CURP="NUAA100101MDFXNNA1" nivelEducativo="Primaria" autRVOE="09PPR1234A" rfcPago="CACX7605101P8"/>',
    );
    // Its schema asks of a CURP less than CFDI 4.0 does: no state is ZZ.
    expect(buildFrom(iedu({ curp: 'NUAA100101MZZXNNA1' })).ok).toBe(true);
  });

  it("is hidrocarburos, with the line's key", () => {
    expect(xml(buildFrom(hidrocarburos(), combustible()))).toBe(
      '<hidrocarburospetroliferos:HidroYPetro Version="1.0" TipoPermiso="PER01" NumeroPermiso="PL/12345/EXP/ES/2015" ClaveHYP="15101514" SubProductoHYP="SP16"/>',
    );
    expect(xml(buildFrom(hidrocarburos({ claveHyp: '15101505' })))).toContain('ClaveHYP="15101505"');
  });

  it('is XML', () => {
    const given = '<iedu:instEducativas version="1.0"/>';
    expect(reject(buildFrom({ tipo: 'xml', xml: given }))).toContain(
      `${PATH}.xml.instEducativas.CURP required`,
    );
    expect(buildFrom({ tipo: 'xml', xml: xml(buildFrom(iedu())) }).ok).toBe(true);
  });

  it.each([
    [undefined, [`${PATH}.tipo invalid_value`]],
    [{ tipo: 'other' }, [`${PATH}.tipo invalid_value`]],
    [iedu({ curp: 'X' }), [`${PATH}.curp invalid_format`]],
    [iedu({ nivelEducativo: 'Universidad' }), [`${PATH}.nivelEducativo invalid_value`]],
    [iedu({ nombreAlumno: ' ' }), [`${PATH}.nombreAlumno required`]],
    [iedu({ nombreAlumno: 'a|b' }), [`${PATH}.nombreAlumno invalid_value`]],
    [iedu({ autRvoe: '\u0001' }), [`${PATH}.autRvoe invalid_value`]],
    [{ ...iedu(), autRvoe: 7 }, [`${PATH}.autRvoe invalid_type`]],
    [{ ...iedu(), autRvoe: null }, [`${PATH}.autRvoe required`]],
    [iedu({ rfcPago: 'CACX760510' }), [`${PATH}.rfcPago invalid_format`]],
    [hidrocarburos({ numeroPermiso: 'PL/1' }), [`${PATH}.numeroPermiso invalid_length`]],
    [hidrocarburos({ subProductoHyp: '16' }), [`${PATH}.subProductoHyp invalid_value`]],
    [hidrocarburos({ claveHyp: '1510' }), [`${PATH}.claveHyp invalid_value`]],
  ])('says what is wrong, and where: %j', (data, why) => expect(reject(buildFrom(data))).toEqual(why));
});

describe('the namespaces of a document', () => {
  const own = {
    prefijo: 'escuela',
    uri: 'http://www.sat.gob.mx/iedu',
    esquema: 'http://a.example/iedu.xsd',
  };
  const alumno = xml(buildFrom(iedu())).replaceAll('iedu:', 'escuela:');
  const withChanges = (namespaces: readonly NamespaceInput[]) =>
    buildComprobante(
      comprobante({
        conceptos: [concepto({ complemento: { tipo: 'xml', xml: alumno } })],
        espacios: namespaces,
      }),
    );

  it("are those of its lines' XML, and are checked without an addenda too", () => {
    expect(withChanges([own])).toMatchObject({
      ok: true,
      value: { conceptos: [{ complemento: { prefijo: 'iedu', xml: xml(buildFrom(iedu())) } }] },
    });
    expect(withChanges([])).toMatchObject({
      refusal: { details: [{ path: 'conceptos[0].complemento.xml' }] },
    });
    expect(withChanges([own, { ...own, esquema: '?', prefijo: 'otra' }])).toMatchObject({
      refusal: {
        details: expect.arrayContaining([
          expect.objectContaining({ path: 'espacios[1].esquema' }),
        ]) as unknown,
      },
    });
  });
});

describe('fiscal legends', () => {
  it('are written as the standard has them', () => {
    expect(xml(leyendas([{ textoLeyenda: 'uno', norma: 'n' }, { textoLeyenda: 'dos' }]))).toBe(
      '<leyendasFisc:LeyendasFiscales version="1.0"><leyendasFisc:Leyenda norma="n" textoLeyenda="uno"/><leyendasFisc:Leyenda textoLeyenda="dos"/></leyendasFisc:LeyendasFiscales>',
    );
  });

  it.each([
    ['text', ['complementos[0].leyendas invalid_type']],
    [[], ['complementos[0].leyendas invalid_length']],
    [Array.from({ length: 101 }, () => ({})), ['complementos[0].leyendas invalid_length']],
    [[null], ['complementos[0].leyendas[0] invalid_type']],
    [[{ textoLeyenda: 'a' }, {}], ['complementos[0].leyendas[1].textoLeyenda required']],
    [[{ textoLeyenda: '' }], ['complementos[0].leyendas[0].textoLeyenda required']],
    [[{ textoLeyenda: 'a', norma: '|' }], ['complementos[0].leyendas[0].norma invalid_value']],
  ])('say what is wrong, and where: %j', (data, why) =>
    expect(reject(leyendas(data))).toEqual(expect.arrayContaining(why)),
  );
});

describe('any JSON at all', () => {
  it('gives an element or a refusal with paths', () => {
    const field = fc.constantFrom(
      'tipo',
      'curp',
      'nombreAlumno',
      'autRvoe',
      'claveHyp',
      'xml',
      'textoLeyenda',
      '__proto__',
    );
    const something = fc.oneof(fc.jsonValue(), fc.dictionary(field, fc.jsonValue(), { maxKeys: 4 }));
    const type = fc.constantFrom('iedu', 'hidrocarburos', 'xml', 'otro');
    fc.assert(
      fc.property(type, something, (from, given) => {
        const data = typeof given === 'object' && given !== null ? { ...given, tipo: from } : given;
        for (const [fieldPath, built] of [
          [PATH, buildFrom(data)],
          ['complementos[0].leyendas', leyendas([given])],
          ['complementos[0].leyendas', leyendas(given)],
        ] as const) {
          if (built.ok) continue;
          expect(built.refusal.details?.length).toBeGreaterThan(0);
          for (const { path } of built.refusal.details ?? []) expect(path?.startsWith(fieldPath)).toBe(true);
        }
      }),
      { numRuns: 500, seed: 10 },
    );
  });
});
