import { describe, expect, it } from '@jest/globals';
import { describeWithMaterial, rowsOf, type Row } from '../../test/material.js';
import { catalogue, type Catalogue, type CatalogueEntry } from '../catalogue.js';
import * as sat from './index.js';

const plain = (text = ''): string => text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');

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
    expect(sat.isFormaAllowed('99', 'PPD')).toBe(true);
    expect(sat.isFormaAllowed('03', 'PPD')).toBe(false);
    expect(sat.isFormaAllowed('03', 'PUE')).toBe(true);
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
});

describeWithMaterial('catalogues, row by row', () => {
  const compare = <E extends CatalogueEntry>(
    ours: Catalogue<E>,
    file: string,
    key: string,
    facts: (entry: E, row: Row) => void = () => undefined,
  ): void => {
    const rows = rowsOf(file);
    const inCfdi = ours.entries.filter((entry) => !entry.outsideCfdi);
    expect(inCfdi.map((entry) => entry.key).sort()).toEqual(rows.map((row) => row[key]).sort());
    for (const row of rows) {
      const entry = ours.find(row[key] ?? '');
      if (!entry) throw new Error(`${file}: ${row[key]} is missing`);
      if (row['texto']) expect(plain(entry.label)).toBe(plain(row['texto']));
      if (row['vigencia_desde'])
        expect([entry.key, entry.validFrom]).toEqual([entry.key, row['vigencia_desde']]);
      expect(entry.validTo ?? '').toBe(row['vigencia_hasta'] ?? '');
      facts(entry, row);
    }
  };
  const personas = (row: Row) => [
    ...(row['aplica_fisica'] ? ['fisica'] : []),
    ...(row['aplica_moral'] ? ['moral'] : []),
  ];

  it.each([
    ['c_MetodoPago', sat.metodosPago, 'metodos_pago', 'id'],
    ['c_TipoDeComprobante', sat.tiposDeComprobante, 'tipos_comprobantes', 'id'],
    ['c_Exportacion', sat.exportaciones, 'exportaciones', 'id'],
    ['c_TipoRelacion', sat.tiposRelacion, 'tipos_relaciones', 'id'],
    ['c_Periodicidad', sat.periodicidades, 'periodicidades', 'id'],
    ['c_Meses', sat.meses, 'meses', 'id'],
    ['c_TipoFactor', sat.tiposFactor, 'tipos_factores', 'id'],
    ['c_ObjetoImp', sat.objetosImp, 'objetos_impuestos', 'id'],
  ] as const)('%s', (_name, ours, file, key) => compare<CatalogueEntry>(ours, `cfdi_40_${file}.tsv`, key));

  it('c_FormaPago, with the rules of bank accounts', () =>
    compare(sat.formasPago, 'cfdi_40_formas_pago.tsv', 'id', ({ banco }, row) => {
      expect(banco.bancarizado).toBe(row['es_bancarizado'] === '1');
      expect(banco.cadenaPago).toBe(row['permite_tipo_cadena_pago'] === '1');
      expect(banco.bancoExtranjero).toBe(row['requiere_banco_ordenante_nombre_ext'] === '1');
      const samples = [9, 10, 11, 12, 15, 16, 17, 18, 19]
        .map((n) => '1'.repeat(n))
        .concat('AB_34567890', 'AB');
      for (const [ours, allowed, pattern] of [
        [banco.cuentaOrdenante, row['permite_cuenta_ordenante'], row['patron_cuenta_ordenante']],
        [banco.cuentaBeneficiario, row['permite_cuenta_beneficiario'], row['patron_cuenta_beneficiario']],
      ] as const) {
        expect(ours !== undefined).toBe(allowed === '1');
        const theirs = new RegExp(`^(?:${(pattern ?? '').replace('\\V', '[^\\n]')})$`);
        if (ours) for (const text of samples) expect(ours.test(text)).toBe(theirs.test(text));
      }
    }));

  it('c_RegimenFiscal', () =>
    compare(sat.regimenesFiscales, 'cfdi_40_regimenes_fiscales.tsv', 'id', (entry, row) => {
      expect(entry.personas).toEqual(personas(row));
    }));

  it('c_UsoCFDI', () =>
    compare(sat.usosCfdi, 'cfdi_40_usos_cfdi.tsv', 'id', (entry, row) => {
      expect(entry.personas).toEqual(personas(row));
      const theirs = (row['regimenes_fiscales_receptores'] ?? '').split(',').map((key) => key.trim());
      expect([...entry.regimenes].sort()).toEqual(theirs.sort());
    }));

  it('c_Impuesto', () =>
    compare(sat.impuestos, 'cfdi_40_impuestos.tsv', 'id', (entry, row) => {
      expect([entry.traslado, entry.retencion]).toEqual([row['traslado'] === '1', row['retencion'] === '1']);
    }));

  it('c_Moneda', () =>
    compare(sat.monedas, 'cfdi_40_monedas.tsv', 'id', (entry, row) => {
      expect([entry.key, entry.decimales]).toEqual([row['id'], Number(row['decimales'])]);
      expect([entry.key, entry.variacion]).toEqual([row['id'], Number(row['porcentaje_variacion'])]);
    }));

  it('c_Pais', () =>
    compare(sat.paises, 'cfdi_40_paises.tsv', 'id', (entry, row) => {
      expect([entry.key, entry.codigoPostal !== undefined]).toEqual([
        row['id'],
        row['patron_codigo_postal'] !== '',
      ]);
      if (entry.key !== 'MEX')
        expect(entry.identidadTributaria !== undefined).toBe(row['patron_identidad_tributaria'] !== '');
    }));

  it('c_Estado', () =>
    compare(sat.estados, 'cfdi_40_estados.tsv', 'estado', (entry, row) =>
      expect(entry.pais).toBe(row['pais']),
    ));
});
