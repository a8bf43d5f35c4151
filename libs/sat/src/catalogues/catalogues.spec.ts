import { describe, expect, it } from '@jest/globals';
import { describeWithMaterial, type Row } from '../../test/material.js';
import { expectSameRows } from '../../test/same-rows.js';
import { catalogue } from '../catalogue.js';
import { parseRfc } from '../rfc.js';
import * as sat from './index.js';

describe('catalogue', () => {
  const sample = catalogue('c_Sample', [
    { key: 'A', label: 'always' },
    { key: 'B', label: 'bounded', validFrom: '2023-05-29', validTo: '2024-12-31' },
    { key: 'C', label: 'known by name', outsideCfdi: true },
  ]);

  it('finds entries by key and nothing else', () => {
    expect(sample.find('B')?.label).toBe('bounded');
    expect(sample.find('b')).toBeUndefined();
    expect(sample.find('__proto__')).toBeUndefined();
  });

  it('knows the dates of validity, both ends included', () => {
    expect(sample.has('B')).toBe(true);
    expect(sample.has('B', '2023-05-28')).toBe(false);
    expect(sample.has('B', '2023-05-29T00:00:00')).toBe(true);
    expect(sample.has('B', '2024-12-31T23:59:59')).toBe(true);
    expect(sample.has('B', '2025-01-01')).toBe(false);
    expect(sample.has('A', '2021-12-31')).toBe(false);
  });

  it('keeps names outside of CFDI 4.0 findable and invalid', () => {
    expect(sample.find('C')).toBeDefined();
    expect(sample.has('C')).toBe(false);
  });

  it('refuses a repeated key', () => {
    expect(() =>
      catalogue('c_Twice', [
        { key: 'A', label: '1' },
        { key: 'A', label: '2' },
      ]),
    ).toThrow('c_Twice');
  });
});

describe('rules between catalogues', () => {
  it('allows a use by regime and kind of person (CFDI40161)', () => {
    expect(sat.isUseAllowed('G03', '601', 'moral')).toBe(true);
    expect(sat.isUseAllowed('G03', '605', 'fisica')).toBe(false);
    expect(sat.isUseAllowed('D01', '612', 'fisica')).toBe(true);
    expect(sat.isUseAllowed('D01', '612', 'moral')).toBe(false);
    expect(sat.isUseAllowed('CN01', '605', 'fisica')).toBe(true);
    expect(sat.isUseAllowed('X99', '601', 'moral')).toBe(false);
    expect(sat.usesFor('616', 'fisica').map(({ key }) => key)).toEqual(['G02', 'S01', 'CP01']);
  });

  it('takes the former regimes and relations by name, never in a CFDI', () => {
    for (const key of ['609', '628', '629', '630']) {
      expect(sat.regimenesFiscales.find(key)).toBeDefined();
      expect(sat.regimenesFiscales.has(key)).toBe(false);
      for (const { key: use } of sat.usosCfdi.entries)
        expect(sat.isUseAllowed(use, key, 'moral')).toBe(false);
    }
    for (const key of ['08', '09']) {
      expect(sat.tiposRelacion.find(key)).toBeDefined();
      expect(sat.tiposRelacion.has(key)).toBe(false);
    }
    expect(sat.tiposRelacion.find('10')).toBeUndefined();
  });

  it('asks for form 99 with deferred payment (CFDI40105)', () => {
    expect(sat.isFormaPagoAllowed('99', 'PPD')).toBe(true);
    expect(sat.isFormaPagoAllowed('03', 'PPD')).toBe(false);
    expect(sat.isFormaPagoAllowed('03', 'PUE')).toBe(true);
  });

  it('gives periods by the API name; year is a name only', () => {
    expect(sat.periodicidadOf('two_months')?.key).toBe('05');
    expect(sat.periodicidadOf('year')).toBeUndefined();
    expect(sat.isPeriodicityName('year')).toBe(true);
    expect(sat.isPeriodicityName('decade')).toBe(false);
  });

  it('pairs months with periods (CFDI40134, CFDI40135)', () => {
    expect(sat.isMesAllowed('04', '12')).toBe(true);
    expect(sat.isMesAllowed('04', '13')).toBe(false);
    expect(sat.isMesAllowed('05', '13')).toBe(true);
    expect(sat.isMesAllowed('05', '12')).toBe(false);
    expect(sat.isMesAllowed('05', '19')).toBe(false);
  });

  it('finds states by key, ISO code or name', () => {
    expect(sat.findEstado('jalisco')?.key).toBe('JAL');
    expect(sat.findEstado('MX-CMX')?.label).toBe('Ciudad de México');
    expect(sat.findEstado('nuevo leon')?.iso).toBe('MX-NLE');
    expect(sat.findEstado('NU', 'CAN')?.key).toBe('UN');
    expect(sat.findEstado('TX')).toBeUndefined();
    expect(sat.findEstado('TX', 'USA')?.iso).toBe('US-TX');
    expect(sat.hasEstados('FRA')).toBe(false);
  });

  it('checks foreign tax identification where the country asks (CFDI40156)', () => {
    expect(sat.foreignTaxIdMatches('USA', '123456789')).toBe(true);
    expect(sat.foreignTaxIdMatches('USA', '12-3456789')).toBe(false);
    expect(sat.foreignTaxIdMatches('FRA', 'FR 12')).toBe(true);
  });

  it('checks postal codes where the country asks', () => {
    expect(sat.postalCodeMatches('USA', '78701-1234')).toBe(true);
    expect(sat.postalCodeMatches('USA', '7870')).toBe(false);
    expect(sat.postalCodeMatches('CAN', 'K1A 0B1')).toBe(true);
    expect(sat.postalCodeMatches('CAN', 'K1A0B1')).toBe(false);
    expect(sat.postalCodeMatches('FRA', 'anything')).toBe(true);
    expect(sat.paises.find('ESP')?.agrupacion).toBe('Unión Europea');
  });

  it('checks bank accounts by form of payment', () => {
    expect(sat.isCuentaAllowed('03', 'ordenante', '012345678901234567')).toBe(true);
    expect(sat.isCuentaAllowed('03', 'beneficiario', '0123456789012345')).toBe(false);
    expect(sat.isCuentaAllowed('06', 'beneficiario', '0123456789')).toBe(false);
    expect(sat.isCuentaAllowed('01', 'ordenante', '0123456789')).toBe(false);
    expect(sat.isCuentaAllowed('98', 'ordenante', '0123456789')).toBe(false);
  });

  it('reads the number of a pedimento', () => {
    expect(sat.parsePedimento('15  48  3009  0001234')).toEqual({
      anio: '15',
      aduana: '48',
      patente: '3009',
      consecutivo: '0001234',
    });
    for (const wrong of ['15 48 3009 0001234', '15  03  3009  0001234', '15  48  3009  000123', ''])
      expect(sat.parsePedimento(wrong)).toBeUndefined();
    expect(sat.aduanas.has('85', '2023-01-12')).toBe(false);
  });
});

describeWithMaterial('catalogues, row by row', () => {
  const cuentas = [9, 10, 11, 12, 15, 16, 17, 18, 19]
    .map((n) => '1'.repeat(n))
    .concat('AB_34567890', 'AB', 'ab_34567890');
  const personas = (row: Row) => [
    ...(row['aplica_fisica'] ? ['fisica'] : []),
    ...(row['aplica_moral'] ? ['moral'] : []),
  ];

  it.each([
    ['c_MetodoPago', sat.metodosPago, 'cfdi_40_metodos_pago'],
    ['c_Exportacion', sat.exportaciones, 'cfdi_40_exportaciones'],
    ['c_TipoRelacion', sat.tiposRelacion, 'cfdi_40_tipos_relaciones'],
    ['c_Periodicidad', sat.periodicidades, 'cfdi_40_periodicidades'],
    ['c_Meses', sat.meses, 'cfdi_40_meses'],
    ['c_ObjetoImp', sat.objetosImp, 'cfdi_40_objetos_impuestos'],
    ['c_Aduana', sat.aduanas, 'cfdi_40_aduanas'],
    ['c_TipoCadenaPago', sat.tiposCadenaPago, 'pagos_tipos_cadena_pago'],
  ] as const)('%s', (_name, ours, file) => expectSameRows(ours, `${file}.tsv`));

  it('c_TipoFactor', () =>
    expectSameRows(sat.tiposFactor, 'cfdi_40_tipos_factores.tsv', { label: undefined }));

  it('c_TipoDeComprobante, with the largest totals', () =>
    expectSameRows(sat.tiposDeComprobante, 'cfdi_40_tipos_comprobantes.tsv', {
      facts: (entry, row) => expect(entry.valorMaximo).toBe(row['valor_maximo']),
    }));

  it('c_FormaPago, with the rules of bank accounts', () =>
    expectSameRows(sat.formasPago, 'cfdi_40_formas_pago.tsv', {
      facts: ({ key, banco }, row) => {
        expect(banco.bancarizado).toBe(row['es_bancarizado'] === '1');
        expect(banco.cadenaPago).toBe(row['permite_tipo_cadena_pago'] === '1');
        expect(banco.bancoExtranjero).toBe(row['requiere_banco_ordenante_nombre_ext'] === '1');
        expect(row['requiere_numero_operacion']).toBe('');
        for (const side of ['ordenante', 'beneficiario'] as const) {
          const ours = side === 'ordenante' ? banco.cuentaOrdenante : banco.cuentaBeneficiario;
          expect(ours !== undefined).toBe(row[`permite_cuenta_${side}`] === '1');
          expect(row[`permite_banco_${side}_rfc`]).toBe(row[`permite_cuenta_${side}`]);
          const pattern = row[`patron_cuenta_${side}`]?.replace('\\V', '[^\\n]');
          const theirs = new RegExp(`^(?:${pattern})$`);
          for (const text of cuentas)
            expect(sat.isCuentaAllowed(key, side, text)).toBe(ours !== undefined && theirs.test(text));
        }
      },
    }));

  it('c_RegimenFiscal', () =>
    expectSameRows(sat.regimenesFiscales, 'cfdi_40_regimenes_fiscales.tsv', {
      facts: (entry, row) => expect(entry.personas).toEqual(personas(row)),
    }));

  it('c_UsoCFDI', () =>
    expectSameRows(sat.usosCfdi, 'cfdi_40_usos_cfdi.tsv', {
      facts: (entry, row) => {
        expect(entry.personas).toEqual(personas(row));
        const theirs = (row['regimenes_fiscales_receptores'] ?? '').split(',').map((key) => key.trim());
        expect([...entry.regimenes].sort()).toEqual(theirs.sort());
      },
    }));

  it('c_Impuesto', () =>
    expectSameRows(sat.impuestos, 'cfdi_40_impuestos.tsv', {
      facts: (entry, row) =>
        expect([entry.traslado, entry.retencion]).toEqual([
          row['traslado'] === '1',
          row['retencion'] === '1',
        ]),
    }));

  it('c_Moneda', () =>
    expectSameRows(sat.monedas, 'cfdi_40_monedas.tsv', {
      facts: (entry, row) =>
        expect([entry.key, `${entry.decimales}`, `${entry.variacion}`]).toEqual([
          row['id'],
          row['decimales'],
          String(Number(row['porcentaje_variacion'])),
        ]),
    }));

  it('c_Pais, with the forms of codes and the trade areas', () => {
    const written = (pattern: RegExp | undefined) =>
      (pattern?.source ?? '').replaceAll('\\d', '[0-9]').replaceAll('(?:', '(');
    expectSameRows(sat.paises, 'cfdi_40_paises.tsv', {
      facts: (entry, row) => {
        const form = row['patron_codigo_postal'];
        expect(written(entry.codigoPostal)).toBe(form ? `^${form}$` : '');
        expect(entry.agrupacion ?? '').toBe(row['agrupaciones']);
        if (entry.key === 'MEX')
          for (const rfc of ['EKU9003173C9', 'XEXX010101000', 'EKU9013173C9', 'EKU9003173CB', 'EKU900317'])
            expect(sat.foreignTaxIdMatches('MEX', rfc)).toBe(parseRfc(rfc) !== undefined);
        else
          expect(written(entry.identidadTributaria)).toBe(
            row['patron_identidad_tributaria'] && `^${row['patron_identidad_tributaria']}$`,
          );
      },
    });
  });

  it('c_Estado', () =>
    expectSameRows(sat.estados, 'cfdi_40_estados.tsv', {
      key: 'estado',
      facts: (entry, row) => expect(entry.pais).toBe(row['pais']),
    }));
});
