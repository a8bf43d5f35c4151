import { describe, expect, it } from '@jest/globals';
import { cartaPorteCompleta } from './complementos/carta-porte/testing/index.js';
import { exportacionCompleta } from './complementos/comercio-exterior/testing/muestras.js';
import { deNomina, nominaCompleta } from './complementos/nomina/testing/nominas.js';
import { pagoMayor } from './complementos/pagos/testing/muestras.js';
import type { Comprobante } from './comprobante.js';
import { verificarDocumento } from './lectura/verificar.js';
import { sealRetencion } from './retenciones/xml.js';
import { sealComprobante, type Seal } from './sello/sello.js';
import { csdDePrueba, hacerCertificado } from './testing/certificados.js';
import { complementoDePrueba } from './testing/complementos.js';
import { construir } from './testing/construir.js';
import { comprobante, concepto } from './testing/muestras.js';
import { arbolDe, escribir, mutantes, nombreDe, seLee, type Mutante } from './testing/mutaciones.js';
import { construirRetencion, retencion } from './testing/retenciones.js';
import { insertTimbre } from './timbre/insert.js';
import { buildTimbre } from './timbre/timbre.js';

/** Signed documents with one thing changed, of everything that can be: verification notices it, or it is listed. */

const csd = csdDePrueba();
const UUID = '5FB2822E-396D-4725-8521-CDC4BDD20CCF';

const verificado = (xml: string): string =>
  JSON.stringify(
    verificarDocumento(xml, { certificadoSat: csd.certificado, autoridades: [csd.certificado] }),
  );
interface Inadvertido {
  /** What only the structure tells: the order of elements of different names. */
  readonly porEstructura: string[];
  /** What nothing tells. */
  readonly porNada: string[];
}

/** The changes of any signed document, by name, that its verification does not notice. */
function inadvertido(xml: string): Inadvertido {
  const raiz = arbolDe(xml);
  const antes = verificado(xml);
  expect(antes).not.toContain('false');
  expect(verificado(escribir(raiz))).toBe(antes);
  const mudos = [...mutantes(raiz)].filter((mutante) => verificado(escribir(mutante.raiz)) === antes);
  const nombres = (lista: readonly Mutante[]): string[] => [...new Set(lista.map(nombreDe))];
  return {
    porEstructura: nombres(mudos.filter((mudo) => !seLee(mudo))),
    porNada: nombres(mudos.filter(seLee)),
  };
}

async function timbrado({ xml, sello }: Seal): Promise<string> {
  const timbre = await buildTimbre(
    {
      ...{ uuid: UUID, fechaTimbrado: '2026-11-20T10:31:00', rfcProvCertif: 'SPR190613I52' },
      ...{ leyenda: 'prueba', selloCfd: sello },
    },
    csd,
  );
  return insertTimbre(xml, timbre);
}

/** A comprobante of type I with every node of the standard. */
function completo(): Comprobante {
  const iva = { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', retencion: false } as const;
  const base = construir(
    comprobante({
      ...{ moneda: 'USD', tipoCambio: '18.5', confirmacion: 'ECVH1', condicionesDePago: 'Contado' },
      emisor: { ...comprobante().emisor, facAtrAdquirente: '0123456789' },
      receptor: {
        ...{ ...comprobante().receptor, rfc: 'XEXX010101000', nombre: 'ACME', domicilioFiscal: '06300' },
        ...{ regimenFiscal: '616', usoCfdi: 'S01', residenciaFiscal: 'USA', numRegIdTrib: '123456789' },
      },
      cfdiRelacionados: [
        { tipoRelacion: '01', uuids: [UUID, UUID.toLowerCase()] },
        { tipoRelacion: '07', uuids: [UUID] },
      ],
      conceptos: [
        concepto({
          ...{ noIdentificacion: 'A', descuento: '10', cuentaPredial: ['1', '2'] },
          informacionAduanera: ['15  48  3009  0001234', '15  48  3009  0001235'],
          impuestos: [
            iva,
            { impuesto: 'IEPS', tipoFactor: 'Tasa', tasa: '0.08', retencion: false },
            { impuesto: 'ISR', tipoFactor: 'Tasa', tasa: '0.1', retencion: true },
            { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.106667', retencion: true },
          ],
          impuestosLocales: [
            { nombre: 'ISH', tasa: '0.03', retencion: false },
            { nombre: 'Cedular', tasa: '0.05', retencion: true },
          ],
          aCuentaTerceros: {
            ...{ rfc: 'CACX7605101P8', nombre: 'XOCHILT CASAS' },
            ...{ regimenFiscal: '612', domicilioFiscal: '36257' },
          },
          partes: ['a', 'b'].map((descripcion) => ({
            ...{ claveProdServ: '60131324', cantidad: '1', descripcion, valorUnitario: '10', unidad: 'm' },
            ...{ noIdentificacion: 'P', informacionAduanera: ['15  48  3009  0001235'] },
          })),
        }),
        concepto({ impuestos: [{ impuesto: 'IVA', tipoFactor: 'Exento', retencion: false }] }),
      ],
    }),
  );
  return {
    ...base,
    informacionGlobal: { periodicidad: '04', meses: '11', anio: 2026 },
    conceptos: base.conceptos.map((uno, i) =>
      i > 0 ? uno : { ...uno, complemento: complementoDePrueba('iedu', 'concepto') },
    ),
    complementos: [...base.complementos, complementoDePrueba('leyendasFisc', 'comprobante')],
    addenda: '<mi:Nota xmlns:mi="urn:mi" a="1"/>',
  };
}

const intercambios = (ruta: string, ...nombres: readonly string[]): string[] =>
  nombres.slice(1).map((nombre, i) => `intercambia ${ruta}/${nombres[i] ?? ''} ${nombre}`);
const CONCEPTO = 'Comprobante/Conceptos/Concepto';

describe('a signed document with one thing changed', () => {
  it('of type I with every node: only the order of elements of different names is not signed', async () => {
    const { porEstructura, porNada } = inadvertido(await timbrado(await sealComprobante(completo(), csd)));
    expect(porEstructura.sort()).toEqual(
      [
        ...intercambios('Comprobante', 'InformacionGlobal', 'CfdiRelacionados', 'Emisor', 'Receptor'),
        ...intercambios('Comprobante', 'Receptor', 'Conceptos', 'Impuestos', 'Complemento', 'Addenda'),
        'repite Comprobante/Addenda',
        ...intercambios(CONCEPTO, 'Impuestos', 'ACuentaTerceros', 'InformacionAduanera', 'CuentaPredial'),
        ...intercambios(CONCEPTO, 'CuentaPredial', 'ComplementoConcepto', 'Parte'),
        ...intercambios(`${CONCEPTO}/Impuestos`, 'Traslados', 'Retenciones'),
        ...intercambios('Comprobante/Impuestos', 'Retenciones', 'Traslados'),
        ...intercambios('Comprobante/Complemento/ImpuestosLocales', 'RetencionesLocales', 'TrasladosLocales'),
      ].sort(),
    );
    expect(porNada.sort()).toEqual([
      // The stamp comes after the signature, and may be anywhere in the Complemento.
      'intercambia Comprobante/Complemento/LeyendasFiscales TimbreFiscalDigital',
      'quita Comprobante/Addenda',
    ]);
  });

  it('of retentions: the same', async () => {
    const input = retencion({
      ...{ folioInt: 'A1', descRetenc: 'x', relacionado: { tipoRelacion: '04', uuid: UUID } },
      receptor: {
        ...{ nacionalidad: 'Nacional', rfc: 'CACX7605101P8', nombre: 'XOCHILT CASAS' },
        ...{ curp: 'CACX760510MDFSHC05', domicilioFiscal: '36257' },
      },
    });
    const built = {
      ...construirRetencion(input),
      complementos: [complementoDePrueba('dividendos', 'retenciones')],
    };
    const { porEstructura, porNada } = inadvertido(await timbrado(await sealRetencion(built, csd)));
    expect(porEstructura.sort()).toEqual(
      [
        ...intercambios('Retenciones', 'CfdiRetenRelacionados', 'Emisor', 'Receptor', 'Periodo'),
        ...intercambios('Retenciones', 'Periodo', 'Totales', 'Complemento'),
        ...intercambios('Retenciones/Complemento/Dividendos', 'DividOUtil', 'Remanente'),
      ].sort(),
    );
    expect(porNada).toEqual(['intercambia Retenciones/Complemento/Dividendos TimbreFiscalDigital']);
  });

  it.each([
    ['P', pagoMayor()],
    ['N', deNomina(nominaCompleta)],
    ['T', cartaPorteCompleta('01', 'T')],
    ['I', exportacionCompleta()],
  ])('of type %s, built with its complement', async (_tipo, input) => {
    const { porEstructura, porNada } = inadvertido(
      await timbrado(await sealComprobante(construir(input), csd)),
    );
    expect(porEstructura.filter((nombre) => !/^intercambia .*\/(\w+) (?!\1$)\w+$/.test(nombre))).toEqual([]);
    expect(porNada.filter((nombre) => !/^intercambia .* TimbreFiscalDigital$/.test(nombre))).toEqual([]);
  });

  it('every character of the sello, and any of the certificate', async () => {
    const { xml, sello } = await sealComprobante(construir(comprobante()), csd);
    const antes = verificado(xml);
    const cambia = (texto: string, i: number): string =>
      `${texto.slice(0, i)}${texto[i] === 'A' ? 'B' : 'A'}${texto.slice(i + 1)}`;
    for (const [valor, paso] of [
      [sello, 1],
      [csd.certificado, 5],
    ] as const)
      for (let i = 0; i < valor.length; i += paso)
        if (verificado(xml.replace(valor, cambia(valor, i))) === antes) throw new Error(`character ${i}`);
    expect(verificado(xml.replace('/cfd/4"', '/cfd/3"'))).not.toBe(antes);
  });

  it('but not what is no value: addresses of schemas, prefixes, white space, the addenda', async () => {
    const xml = await timbrado(await sealComprobante(completo(), csd));
    const antes = verificado(xml);
    for (const otro of [
      xml.replace(/xsi:schemaLocation="[^"]+"/g, 'xsi:schemaLocation="a b"'),
      xml.replace(/ xsi:schemaLocation="[^"]+"/g, ''),
      xml.replaceAll('cfdi:', 'x:').replace('xmlns:cfdi', 'xmlns:x'),
      xml.replaceAll('><', '>\n\t<'),
      xml.replace('Descripcion="Ukelele"', "Descripcion = ' Ukelele  '"),
      xml.replace('<mi:Nota xmlns:mi="urn:mi" a="1"/>', '<otra/>'),
    ]) {
      expect(otro).not.toBe(xml);
      expect(verificado(otro)).toBe(antes);
    }
  });

  it('and a stamp is verified by the certificate that it names only', async () => {
    const xml = await timbrado(await sealComprobante(construir(comprobante()), csd));
    expect(verificarDocumento(xml)).toEqual({
      ...{ sello: true, noCertificado: true },
      timbre: { selloCfd: true, selloSat: 'sin certificado' },
    });
    const otro = hacerCertificado({ numero: '30001000000500000001' }).cer;
    expect(verificarDocumento(xml, { certificadoSat: otro, autoridades: [otro, 'x'] })).toEqual({
      ...{ sello: true, noCertificado: true, certificado: false },
      timbre: { selloCfd: true, selloSat: false },
    });
    expect(verificarDocumento('<a/>')).toMatchObject({ sello: false, noCertificado: false, motivo: {} });
  });
});
