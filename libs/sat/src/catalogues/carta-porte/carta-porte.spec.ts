import { describe, expect, it } from '@jest/globals';
import { describeWithMaterial } from '../../../test/material.js';
import { expectSameRows, plain } from '../../../test/same-rows.js';
import * as sat from './index.js';

describe('rules between the catalogues of Carta Porte', () => {
  it('says which transport a permit serves', () => {
    expect(sat.isPermisoAllowed('TPAF01', sat.AUTOTRANSPORTE)).toBe(true);
    expect(sat.isPermisoAllowed('TPAF01', sat.MARITIMO)).toBe(false);
    expect(sat.isPermisoAllowed('TPTM01', sat.MARITIMO)).toBe(true);
    expect(sat.isPermisoAllowed('TPTA03', sat.AEREO)).toBe(true);
    expect(sat.isPermisoAllowed('TPXX00', sat.AEREO)).toBe(true);
    expect(sat.isPermisoAllowed('TPXX00', sat.FERROVIARIO)).toBe(false);
    expect(sat.isPermisoAllowed('TPAF21', sat.AUTOTRANSPORTE)).toBe(false);
  });

  it('gives stations to ships, aircraft and trains, not to lorries', () => {
    for (const type of ['01', '02', '03']) {
      expect(sat.isTipoEstacionAllowed(type, sat.AUTOTRANSPORTE)).toBe(false);
      for (const transporte of [sat.MARITIMO, sat.AEREO, sat.FERROVIARIO])
        expect(sat.isTipoEstacionAllowed(type, transporte)).toBe(true);
    }
    expect(sat.isTipoEstacionAllowed('04', sat.AEREO)).toBe(false);
  });

  it('says whether a vehicle goes with a trailer', () => {
    expect([0, 1].map((n) => sat.isRemolqueAllowed('C2', n))).toEqual([true, false]);
    expect([0, 1, 2].map((n) => sat.isRemolqueAllowed('T3S2R4', n))).toEqual([false, true, true]);
    expect([0, 1].map((n) => sat.isRemolqueAllowed('VL', n))).toEqual([true, true]);
    expect([0, 1].map((n) => sat.isRemolqueAllowed('X9', n))).toEqual([false, false]);
    expect(sat.configuracionesAutotransporte.find('T3S2R4')).toMatchObject({ ejes: 9, llantas: 34 });
  });

  it('says which way a customs regime goes', () => {
    expect(sat.isRegimenAduaneroAllowed('IMD', 'Entrada')).toBe(true);
    expect(sat.isRegimenAduaneroAllowed('IMD', 'Salida')).toBe(false);
    expect(sat.isRegimenAduaneroAllowed('EXD', 'Salida')).toBe(true);
    expect(sat.isRegimenAduaneroAllowed('TRA', 'Entrada')).toBe(true);
    expect(sat.isRegimenAduaneroAllowed('TRA', 'entrada')).toBe(false);
    expect(sat.isRegimenAduaneroAllowed('ABC', 'Entrada')).toBe(false);
  });

  it('says which trains carry containers', () => {
    const withChanges = (entries: readonly sat.CarroWithContenedor[]) =>
      entries.filter((entry) => entry.contenedor).map(({ key }) => key);
    expect(withChanges(sat.tiposServicio.entries)).toEqual(['TS02', 'TS04']);
    expect(withChanges(sat.tiposCarro.entries)).toEqual(['TC05']);
  });

  it('knows the API has a transport that no document has', () => {
    expect(sat.transportes.find('05')?.label).toBe('Otro');
    expect(sat.transportes.has('05')).toBe(false);
  });

  it('ends an authorization five years and a day after its first day', () => {
    const has = (key: string, day: string) => sat.autorizacionesNaviero.has(key, day);
    expect(has('ANC005/2023', '2028-02-29')).toBe(true);
    expect(has('ANC005/2023', '2028-03-01')).toBe(false);
    expect(has('SCT418/003/2020', '2025-03-01')).toBe(true);
    expect(has('SCT418/003/2020', '2025-03-02')).toBe(false);
    expect(has('NAVMX-2024', '2026-01-01')).toBe(false);
    expect(has('ANC025/2025', '2026-11-21')).toBe(true);
  });
});

describeWithMaterial('catalogues of Carta Porte 3.1, row by row', () => {
  const since = '2024-07-17';

  it.each([
    ['c_CondicionesEspeciales', sat.condicionesEspeciales, 'condiciones_especiales'],
    ['c_ConfigMaritima', sat.configuracionesMaritimas, 'configuraciones_maritimas'],
    ['c_ContenedorMaritimo', sat.contenedoresMaritimos, 'contenedores_maritimos'],
    ['c_DocumentoAduanero', sat.documentosAduaneros, 'documentos_aduaneros'],
    ['c_FormaFarmaceutica', sat.formasFarmaceuticas, 'formas_farmaceuticas'],
    ['c_ParteTransporte', sat.partesTransporte, 'partes_transporte'],
    ['c_RegistroISTMO', sat.registrosIstmo, 'registros_istmo'],
    ['c_SectorCOFEPRIS', sat.sectoresCofepris, 'sectores_cofepris'],
    ['c_ClaveTipoCarga', sat.tiposCarga, 'tipos_carga'],
    ['c_TipoEmbalaje', sat.tiposEmbalaje, 'tipos_embalaje'],
    ['c_FiguraTransporte', sat.tiposFigura, 'figuras_transporte'],
    ['c_TipoMateria', sat.tiposMateria, 'tipos_materia'],
    ['c_SubTipoRem', sat.tiposRemolque, 'tipos_remolque'],
    ['c_TipoDeTrafico', sat.tiposTrafico, 'tipos_trafico'],
    ['c_CveTransporte', sat.transportes, 'transportes'],
  ] as const)('%s', (_name, ours, file) => expectSameRows(ours, `ccp_31_${file}.tsv`, { since }));

  it('c_NumAutorizacionNaviero', () => {
    const { entries } = sat.autorizacionesNaviero;
    const recent = entries.filter((entry) => entry.validTo === undefined).map(({ key }) => key);
    expectSameRows(sat.autorizacionesNaviero, 'ccp_31_autorizaciones_naviero.tsv', {
      label: undefined,
      ours: recent,
    });
    expect(recent.every((key) => /^AN[CG]\d{3}\/202[45]$/.test(key))).toBe(true);
  });

  it('c_CodigoTransporteAereo', () =>
    expectSameRows(sat.codigosTransporteAereo, 'ccp_31_codigos_transporte_aereo.tsv', {
      facts: (entry, row) => {
        expect(entry.nacionalidad).toBe(row['nacionalidad']?.replace('Asiaticas', 'Asiáticas'));
        expect(entry.oaci ?? 'NA').toBe(row['designador_oaci']);
      },
    }));

  it('c_ConfigAutotransporte', () =>
    expectSameRows(sat.configuracionesAutotransporte, 'ccp_31_configuraciones_autotransporte.tsv', {
      facts: (entry, row) => {
        expect([entry.ejes, entry.llantas].map(String)).toEqual([
          row['numero_de_ejes'],
          row['numero_de_llantas'],
        ]);
        const remolques = [0, 1].filter((n) => sat.isRemolqueAllowed(entry.key, n)).join(', ');
        expect([entry.key, remolques]).toEqual([entry.key, row['remolque']]);
      },
    }));

  it('c_Contenedor', () =>
    expectSameRows(sat.contenedores, 'ccp_31_contenedores.tsv', {
      facts: (entry, row) => expect(row['descripcion']).toContain(` ${entry.metros} `),
    }));

  it('c_DerechosDePaso', () =>
    expectSameRows(sat.derechosDePaso, 'ccp_31_derechos_de_paso.tsv', {
      facts: (entry, row) =>
        expect([entry.entre, entry.hasta, entry.sentido, entry.concesionario].map(plain)).toEqual(
          [row['entre'], row['hasta'], row['otorga_recibe'], row['concesionario']].map(plain),
        ),
    }));

  it('c_RegimenAduanero', () =>
    expectSameRows(sat.regimenesAduaneros, 'ccp_31_regimenes_aduaneros.tsv', {
      facts: (entry, row) => expect([...entry.sentidos].sort().reverse().join()).toBe(row['impoexpo']),
    }));

  it.each([
    ['c_TipoCarro', sat.tiposCarro, 'tipos_carro'],
    ['c_TipoDeServicio', sat.tiposServicio, 'tipos_servicio'],
  ] as const)('%s', (_name, ours, file) =>
    expectSameRows(ours, `ccp_31_${file}.tsv`, {
      facts: (entry, row) => expect(entry.contenedor).toBe(row['contenedor'] === '1'),
    }),
  );

  it.each([
    ['c_TipoEstacion', sat.tiposEstacion, 'tipos_estacion', 'claves_transportes'],
    ['c_TipoPermiso', sat.tiposPermiso, 'tipos_permiso', 'clave_transporte'],
  ] as const)('%s', (_name, ours, file, column) =>
    expectSameRows<sat.TipoEstacion | sat.TipoPermiso>(ours, `ccp_31_${file}.tsv`, {
      facts: (entry, row) => expect(entry.transportes).toEqual(row[column]?.match(/\d\d/g)),
    }),
  );
});
