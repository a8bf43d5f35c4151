import type { LargeCatalogues } from '#sat';

/** Longest Unidad of a Concepto (cfdv40.xsd). */
const MAX_UNIDAD = 20;
/** Where a name begins to explain itself: `Minuto [unidad de tiempo]`, `Kit (Conjunto de piezas)`. */
const REMARK = /[[(]/;

/**
 * The word for a unit where none was sent, of at most 20 characters: that of the specification for H87, for other keys
 * the catalogue's name, or its symbol where the name is too long. A key without either names itself.
 */
export function unitNameOf(key: string, units: LargeCatalogues['unidades']): string {
  if (key === 'H87') return 'Elemento';
  const { label = '', simbolo = '' } = units.find(key) ?? {};
  const [short = ''] = label.split(REMARK, 1);
  const names = [label, short.trim(), simbolo];
  return names.find((name) => name !== '' && name.length <= MAX_UNIDAD) ?? key;
}
