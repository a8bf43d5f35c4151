/** The path of a field inside another: `items`, then `items[0]`, then `items[0].product`. */
export function joinPath(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`;
  const name = key.length > 80 ? `${key.slice(0, 80)}…` : key;
  return parent === '' ? name : `${parent}.${name}`;
}
