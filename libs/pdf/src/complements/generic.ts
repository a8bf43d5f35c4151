import { dropEmpty, part, tableOf, type Part } from '../parts.js';
import type { Row } from '../rows.js';
import { asText, type Element } from './element.js';
import { nameOf } from './names.js';

/** Elements with more attributes than these are shown one by one: a table of them would be too narrow to read. */
const MOST_COLUMNS = 6;

/** Any element as facts, tables of what comes often in it, and parts of the rest: nothing of it is left out. */
export function genericPart(element: Element, title = nameOf(element.name), main = false): Part {
  const groups = new Map<string, Element[]>();
  for (const one of element.inside) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  const single = [...groups.values()].flatMap((group) => singleFact(group) ?? []);
  const rest = [...groups].filter(([, group]) => singleFact(group) === undefined);
  return part({
    ...{ title, main },
    facts: [...element.rows(), ...single],
    parts: dropEmpty(rest.flatMap(([name, group]) => groupParts(name, group))),
  });
}

/** An element that occurs once and has one value is treated as an attribute. */
function singleFact([first, ...more]: readonly Element[]): Row | undefined {
  if (!first || more.length > 0 || first.inside.length > 0) return undefined;
  const [row, ...others] = first.rows();
  return row && others.length === 0 ? { label: nameOf(first.name), value: row.value } : undefined;
}

function groupParts(name: string, group: readonly Element[]): readonly Part[] {
  const [first] = group;
  if (first && group.length === 1) {
    // An element that only groups others (Remolques) lends them its name.
    const inner = first.inside[0];
    const groups = first.rows().length === 0 && inner && first.inside.every((one) => one.name === inner.name);
    if (groups) return groupParts(name, first.inside);
    return [genericPart(first)];
  }
  const labels = [...new Set(group.flatMap((one) => one.rows().map(({ label }) => label)))];
  if (labels.length > 0 && labels.length <= MOST_COLUMNS && group.every((one) => one.inside.every(isLeaf)))
    return [part({ title: nameOf(name), table: rowsTable(group, labels) })];
  return group.map((one, i) => genericPart(one, `${nameOf(one.name)} ${i + 1}`));
}

const isLeaf = (element: Element): boolean => element.inside.length === 0;

/** Everything in an element and below it. */
export const allRows = (element: Element): ReturnType<Element['rows']> => [
  ...element.rows(),
  ...element.inside.flatMap(allRows),
];

const rowsTable = (group: readonly Element[], labels: readonly string[]) =>
  tableOf(
    group,
    labels.map((label, i) => ({
      label,
      value: (one: Element) => one.rows().find((row) => row.label === label)?.value,
      // The children of a row are shown below its first cell.
      ...(i === 0 && {
        details: (one: Element) => one.inside.map((inner) => asText(allRows(inner)).join('; ')),
      }),
    })),
  );
