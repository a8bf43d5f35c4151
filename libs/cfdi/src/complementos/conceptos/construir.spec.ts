import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { xmlDe } from '../../formas/escribir.js';
import { comprobante, concepto } from '../../testing/muestras.js';
import { buildComprobante } from '../../documento/build.js';
import type { ComplementoConceptoInput, EspacioInput, LeyendaInput } from '../input.js';
import { construirLeyendas } from '../leyendas/construir.js';
import { construirComplementoConcepto } from './construir.js';
import { combustible, hidrocarburos, iedu } from './testing/muestras.js';

const RUTA = 'conceptos[2].complemento';
const hecho = (datos: unknown, linea = concepto()) =>
  construirComplementoConcepto(datos as ComplementoConceptoInput, linea, RUTA);
const leyendas = (datos: unknown) =>
  construirLeyendas(datos as readonly LeyendaInput[], comprobante(), 'complementos[0].leyendas');
const xml = (built: ReturnType<typeof hecho>): string => {
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details));
  return xmlDe(built.value.nodo, built.value.estandar.prefijo);
};
const rechazo = (built: ReturnType<typeof hecho>): string[] => {
  if (built.ok) throw new Error('it was built');
  return (built.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
};

describe('the complement of a line', () => {
  it('is iedu', () => {
    expect(xml(hecho(iedu({ nombreAlumno: ' Ana\n "Núñez" ', rfcPago: 'CACX7605101P8' })))).toBe(
      '<iedu:instEducativas version="1.0" nombreAlumno="Ana &quot;Núñez&quot;" CURP="NUAA100101MDFXNNA1" nivelEducativo="Primaria" autRVOE="09PPR1234A" rfcPago="CACX7605101P8"/>',
    );
    // Its schema asks of a CURP less than CFDI 4.0 does: no state is ZZ.
    expect(hecho(iedu({ curp: 'NUAA100101MZZXNNA1' })).ok).toBe(true);
  });

  it("is hidrocarburos, with the line's key", () => {
    expect(xml(hecho(hidrocarburos(), combustible()))).toBe(
      '<hidrocarburospetroliferos:HidroYPetro Version="1.0" TipoPermiso="PER01" NumeroPermiso="PL/12345/EXP/ES/2015" ClaveHYP="15101514" SubProductoHYP="SP16"/>',
    );
    expect(xml(hecho(hidrocarburos({ claveHyp: '15101505' })))).toContain('ClaveHYP="15101505"');
  });

  it('is XML', () => {
    const dado = '<iedu:instEducativas version="1.0"/>';
    expect(rechazo(hecho({ tipo: 'xml', xml: dado }))).toContain(`${RUTA}.xml.instEducativas.CURP required`);
    expect(hecho({ tipo: 'xml', xml: xml(hecho(iedu())) }).ok).toBe(true);
  });

  it.each([
    [undefined, [`${RUTA}.tipo invalid_value`]],
    [{ tipo: 'other' }, [`${RUTA}.tipo invalid_value`]],
    [iedu({ curp: 'X' }), [`${RUTA}.curp invalid_format`]],
    [iedu({ nivelEducativo: 'Universidad' }), [`${RUTA}.nivelEducativo invalid_format`]],
    [iedu({ nombreAlumno: ' ' }), [`${RUTA}.nombreAlumno required`]],
    [iedu({ nombreAlumno: 'a|b' }), [`${RUTA}.nombreAlumno invalid_value`]],
    [iedu({ autRvoe: '\u0001' }), [`${RUTA}.autRvoe invalid_value`]],
    [{ ...iedu(), autRvoe: 7 }, [`${RUTA}.autRvoe invalid_type`]],
    [{ ...iedu(), autRvoe: null }, [`${RUTA}.autRvoe required`]],
    [iedu({ rfcPago: 'CACX760510' }), [`${RUTA}.rfcPago invalid_format`]],
    [hidrocarburos({ numeroPermiso: 'PL/1' }), [`${RUTA}.numeroPermiso invalid_format`]],
    [hidrocarburos({ subProductoHyp: '16' }), [`${RUTA}.subProductoHyp invalid_format`]],
    [hidrocarburos({ claveHyp: '1510' }), [`${RUTA}.claveHyp invalid_format`]],
  ])('says what is wrong, and where: %j', (datos, why) => expect(rechazo(hecho(datos))).toEqual(why));
});

describe('the namespaces of a document', () => {
  const suyo = {
    prefijo: 'escuela',
    uri: 'http://www.sat.gob.mx/iedu',
    esquema: 'http://a.example/iedu.xsd',
  };
  const alumno = xml(hecho(iedu())).replaceAll('iedu:', 'escuela:');
  const con = (espacios: readonly EspacioInput[]) =>
    buildComprobante(
      comprobante({ conceptos: [concepto({ complemento: { tipo: 'xml', xml: alumno } })], espacios }),
    );

  it("are those of its lines' XML, and are checked without an addenda too", () => {
    expect(con([suyo])).toMatchObject({
      ok: true,
      value: { conceptos: [{ complemento: { prefijo: 'iedu', xml: xml(hecho(iedu())) } }] },
    });
    expect(con([])).toMatchObject({ refusal: { details: [{ path: 'conceptos[0].complemento.xml' }] } });
    expect(con([suyo, { ...suyo, esquema: '?', prefijo: 'otra' }])).toMatchObject({
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
  ])('say what is wrong, and where: %j', (datos, why) =>
    expect(rechazo(leyendas(datos))).toEqual(expect.arrayContaining(why)),
  );
});

describe('any JSON at all', () => {
  it('gives an element or a refusal with paths', () => {
    const campo = fc.constantFrom(
      'tipo',
      'curp',
      'nombreAlumno',
      'autRvoe',
      'claveHyp',
      'xml',
      'textoLeyenda',
      '__proto__',
    );
    const algo = fc.oneof(fc.jsonValue(), fc.dictionary(campo, fc.jsonValue(), { maxKeys: 4 }));
    const tipo = fc.constantFrom('iedu', 'hidrocarburos', 'xml', 'otro');
    fc.assert(
      fc.property(tipo, algo, (de, dado) => {
        const datos = typeof dado === 'object' && dado !== null ? { ...dado, tipo: de } : dado;
        for (const [ruta, built] of [
          [RUTA, hecho(datos)],
          ['complementos[0].leyendas', leyendas([dado])],
          ['complementos[0].leyendas', leyendas(dado)],
        ] as const) {
          if (built.ok) continue;
          expect(built.refusal.details?.length).toBeGreaterThan(0);
          for (const { path } of built.refusal.details ?? []) expect(path?.startsWith(ruta)).toBe(true);
        }
      }),
      { numRuns: 500, seed: 10 },
    );
  });
});
