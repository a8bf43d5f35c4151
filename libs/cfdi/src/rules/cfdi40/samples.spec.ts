import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readXml } from '../../reading/nodes.js';
import type { Violation } from '../rule.js';
import { findCfdi40Defects } from './structure.js';
import { checkCfdi40 } from './index.js';

const folder = join(resolve(process.env['SAT_MATERIAL'] ?? '../shared/sat'), 'samples', 'cfdi');
const present = existsSync(folder);
if (!present) console.warn('Tax authority material is absent: its sample documents are not checked.');

(present ? describe : describe.skip)('public sample documents', () => {
  it.each([
    'ingreso-timbrado.xml',
    'nomina12-timbrado.xml',
    'pago20-timbrado.xml',
    'carta-porte31.xml',
    'comercio-exterior20.xml',
    'ingreso-descuentos.xml',
    'ingreso-partes.xml',
    'ingreso-terceros.xml',
    'pago20.xml',
  ])('%s keeps structure and matrix', (file) => {
    const read = readXml(readFileSync(join(folder, file), 'utf8').replace(/^\uFEFF/, ''));
    if (!read.ok) throw new Error(JSON.stringify(read.refusal));
    const root = read.value;
    expect(findCfdi40Defects(root)).toEqual([]);
    const violations: Violation[] = [];
    checkCfdi40(root, { root }, violations);
    expect(violations).toEqual([]);
  });
});
