import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenSchema } from '#cfdi';
import { COMPLEMENTS } from './dto.js';
import { complementExamples } from './complements.docs.js';
import { complementSchemas } from './schemas.js';

interface Sent {
  readonly type: string;
  readonly data: object | string;
}

/** Closed: a field that the schema lacks is found. Numbers may come as text, and keys as numbers. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, one]) => [key, closed(one)]));
  return 'properties' in copy && copy['type'] === 'object' ? { additionalProperties: false, ...copy } : copy;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: true });
ajv.addSchema(
  closed({
    $id: 'doc',
    components: { schemas: { ...complementSchemas, PaymentBody: { type: 'object' } } },
  }) as object,
);
const problems = (schema: string, data: unknown): unknown => {
  const validate = ajv.compile({ $ref: `doc#/components/schemas/${schema}` });
  return validate(data) ? [] : validate.errors;
};
const SCHEMA_OF: Readonly<Record<string, string>> = {
  ...{ nomina: 'NominaComplement', carta_porte: 'CartaPorteComplement' },
  comercio_exterior: 'ComercioExteriorComplement',
  leyendas_fiscales: 'LeyendasFiscalesComplement',
};

/** The bodies of a guide that send such a complement. */
function bodiesOf(guide: string): readonly Sent[] {
  const text = readFileSync(`docs/guides/${guide}.md`, 'utf8');
  return [...text.matchAll(/-d '(\{[\s\S]*?\})'(?:\s|$)/g)].flatMap(([, body = '']) => {
    if (!body.includes('"complements"')) return [];
    return (JSON.parse(body) as { readonly complements: readonly Sent[] }).complements;
  });
}

describe('schemas of complements', () => {
  it.each(['payroll', 'carta-porte', 'foreign-trade'])('take what the guide %s sends', (guide) => {
    const bodies = bodiesOf(guide);
    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) expect(problems(SCHEMA_OF[body.type] ?? '', body)).toEqual([]);
  });

  it('take the examples', () => {
    const sent = Object.values(complementExamples).flatMap(
      ({ body }) => (body as { readonly complements: readonly Sent[] }).complements,
    );
    expect(sent.length).toBeGreaterThan(3);
    for (const one of sent)
      if (SCHEMA_OF[one.type]) expect(problems(SCHEMA_OF[one.type] ?? '', one)).toEqual([]);
  });

  it('take the groups of a transport as the standard has them, with nothing else in them', () => {
    const [waybill] = bodiesOf('carta-porte');
    const { Ubicaciones, FiguraTransporte, ...data } = waybill?.data as Readonly<Record<string, unknown>>;
    const groups = {
      Ubicaciones: { Ubicacion: Ubicaciones },
      FiguraTransporte: { TiposFigura: FiguraTransporte },
    };
    const inGroups = (more: object) => ({ type: 'carta_porte', data: { ...data, ...groups, ...more } });
    expect(problems('ComplementBody', inGroups({}))).toEqual([]);
    expect(problems('ComplementBody', inGroups({ Ubicaciones: { Lugar: Ubicaciones } }))).not.toEqual([]);
  });

  it('take payments as a list, and one alone', () => {
    const payment = { invoice: '6743f1c2a1b2c3d4e5f60718', amount: 500, payment_form: '03' };
    for (const data of [[payment], payment])
      expect(problems('ComplementBody', { type: 'pago', data })).toEqual([]);
    expect(problems('ComplementBody', { type: 'pago', data: 'all' })).not.toEqual([]);
  });

  it('refuse a field that is none, and data of another complement', () => {
    const [payroll] = bodiesOf('payroll');
    const data = { ...(payroll?.data as object), fecha_pagos: '2026-11-20' };
    expect(problems('NominaComplement', { type: 'nomina', data })).not.toEqual([]);
    expect(problems('CartaPorteComplement', payroll)).not.toEqual([]);
  });

  it('are one of each type, told apart by it', () => {
    for (const name of ['ComplementBody', 'InvoiceComplement']) {
      const { mapping } = complementSchemas[name]?.['discriminator'] as { readonly mapping: OpenSchema };
      expect(Object.keys(mapping).sort()).toEqual([...COMPLEMENTS].sort());
    }
  });
});
