import { describe, expect, it } from '@jest/globals';
import { describeWithMaterial, rowsOf } from '../../test/material.js';
import { estados } from '../catalogues/estados.js';
import { localDateTime } from '../local-time.js';
import { postalCode } from './postal-code.js';

describe('postal codes', () => {
  it.each([
    ['06600', 'CMX', 'America/Mexico_City', null],
    ['22000', 'BCN', 'America/Tijuana', 'north'],
    ['32000', 'CHH', 'America/Ciudad_Juarez', 'north'],
    ['32880', 'CHH', 'America/Ojinaga', 'north'],
    ['31000', 'CHH', 'America/Chihuahua', null],
    ['83000', 'SON', 'America/Hermosillo', null],
    ['77500', 'ROO', 'America/Cancun', null],
    ['77000', 'ROO', 'America/Cancun', 'south'],
    ['63734', 'NAY', 'America/Bahia_Banderas', null],
    ['88000', 'TAM', 'America/Matamoros', 'north'],
    ['64000', 'NLE', 'America/Monterrey', null],
    ['97000', 'YUC', 'America/Merida', null],
    ['80000', 'SIN', 'America/Mazatlan', null],
  ])('%s is in %s, keeps the clock of %s, stimulus %s', (zip, state, timeZone, borderStimulus) => {
    expect(postalCode(zip)).toEqual({ state, timeZone, borderStimulus });
  });

  it.each(['00000', '00999', '17000', '19999', '1234', '123456', 'ABCDE', '', ' 6600', '٠٦٦٠٠'])(
    'knows no place for %j',
    (zip) => expect(postalCode(zip)).toBeUndefined(),
  );
});

describeWithMaterial('postal codes, all of them', () => {
  const rows = rowsOf('cfdi_40_codigos_postales.tsv.gz');
  /** The zones that may stand for a time of the catalogue, which names no IANA zone. */
  const zones: Readonly<Record<string, RegExp>> = {
    'Tiempo del Centro': /Mexico_City|Monterrey|Merida|Bahia_Banderas/,
    'Tiempo del Centro en Frontera': /Matamoros/,
    'Tiempo del Noroeste en Frontera': /Tijuana/,
    'Tiempo del Pacífico': /Mazatlan|Chihuahua/,
    'Tiempo del Pacífico Sonora': /Hermosillo/,
    'Tiempo del Pacífico en Frontera': /Ciudad_Juarez|Ojinaga/,
    'Tiempo del Sureste': /Cancun/,
  };

  it('agree in state, time zone and border stimulus', () => {
    expect(rows).toHaveLength(95_748);
    const stimulus: Readonly<Record<string, string | null>> = { 0: null, 1: 'north', 2: 'south' };
    const wrong = rows.filter((row) => {
      const place = postalCode(row['id'] ?? '');
      const state = row['estado'] === 'DIF' ? 'CMX' : row['estado'];
      return (
        place?.state !== state ||
        !zones[row['huso_descripcion'] ?? '']?.test(place?.timeZone ?? '') ||
        place?.borderStimulus !== stimulus[row['estimulo_frontera'] ?? '']
      );
    });
    expect(wrong).toEqual([]);
  });

  it('separate the two clocks of the border of Chihuahua by municipality', () => {
    const ojinaga = new Set(['015', '042', '052']); // Coyame del Sotol, Manuel Benavides, Ojinaga
    for (const row of rows)
      if (row['estado'] === 'CHH' && row['municipio'] && row['huso_descripcion']?.endsWith('Frontera'))
        expect([row['id'], postalCode(row['id'] ?? '')?.timeZone]).toEqual([
          row['id'],
          ojinaga.has(row['municipio']) ? 'America/Ojinaga' : 'America/Ciudad_Juarez',
        ]);
  });

  it('know hardly more than the catalogue: what is new within a state', () => {
    const known = Array.from({ length: 100_000 }, (_, n) => String(n).padStart(5, '0')).filter(postalCode);
    expect(known).toHaveLength(96_000);
    const states = new Set(estados.entries.map(({ key }) => key));
    for (const zip of known) {
      const place = postalCode(zip);
      if (!place || !states.has(place.state)) throw new Error(`${zip} has no state`);
    }
    const used = new Set(known.map((zip) => postalCode(zip)?.timeZone ?? ''));
    for (const zone of used) expect(localDateTime(new Date(0), zone)).toMatch(/^19/);
  });
});
