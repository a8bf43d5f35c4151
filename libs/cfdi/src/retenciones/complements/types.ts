import type { Standard } from '../../schemas/schema.js';
import { standardsFor } from '../../schemas/standards/index.js';
import { standardsByName } from '../complementos.js';

/** A complement's name in requests: the tax authority's prefix. */
export interface RetentionComplementKind {
  readonly type: string;
  readonly standard: Standard;
  /** The name that c_CveRetenc gives it. */
  readonly name: string;
}

/** Every complement of Retenciones 2.0, in the order of its prefixes. */
export const retentionComplementKinds: readonly RetentionComplementKind[] = Object.entries(standardsByName)
  .flatMap(([name, standard]) => (standard ? [{ type: standard.prefix, standard, name }] : []))
  .sort((a, b) => (a.type < b.type ? -1 : 1));

const fold = (type: string): string =>
  type
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/**
 * Plans of retirement 1.0 was of Retenciones 1.0: the stylesheet of 2.0 does not sign it. Version 1.1 has all of its
 * fields, so its name is taken for that of 1.1.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  planesderetiro11: ['planesderetiro', 'planes personales de retiro'],
  plataformasTecnologicas: ['plataformas tecnologicas 10', 'servicios plataformas tecnologicas 10'],
};

const byName = new Map(
  retentionComplementKinds.flatMap((kind) =>
    [kind.type, kind.name, kind.standard.root.name, ...(OTHER_NAMES[kind.type] ?? [])].map(
      (name) => [fold(name), kind] as const,
    ),
  ),
);

/** Longer texts are no name of a complement. */
const LONGEST = 100;

/**
 * The complement that a `type` names: the tax authority's prefix, its element or its name in c_CveRetenc, without
 * regard to case, accents and what stands between words (`pagos_a_extranjeros`); undefined for anything else.
 */
export const findRetentionComplement = (type: string): RetentionComplementKind | undefined =>
  type.length > LONGEST ? undefined : byName.get(fold(type));

/** The prefixes of the complements of Retenciones 2.0. */
export const retentionComplementTypes: readonly string[] = standardsFor('retenciones')
  .map(({ prefix }) => prefix)
  .sort();
