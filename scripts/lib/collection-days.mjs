// Examples of the document name days near its making. The collection is a file, so variables stand for them, which it fills
// before each request: the file is the same whenever it is written, and its requests work whenever they are sent.

/** By operation: its fields that name a day, in the body and in the query, and the variable in the place of each. */
const DAYS = {
  createGlobalInvoice: { from: 'month_start', to: 'month_end' },
  createZipRequest: { year: 'year', month: 'month' },
  listZipRequests: { year: 'year', month: 'month' },
  advanceSandboxClock: { advance_to: 'next_month' },
  exportInvoicesAsCsv: { month: 'this_month' },
  exportInvoicesAsXlsx: { month: 'this_month' },
  exportTaxesAsCsv: { month: 'this_month' },
  exportTaxesAsXlsx: { month: 'this_month' },
};

/** The variable in the place of a field's value: `{{month}}`; undefined where its value is no day. */
export const dayOf = ({ operationId }, name) => {
  const variable = DAYS[operationId]?.[name];
  return variable && `{{${variable}}}`;
};

/** A body whose days are variables, as text. */
export const withDays = (operation, body) => {
  const numbers = [];
  const text = JSON.stringify(
    body,
    (name, value) => {
      const variable = dayOf(operation, name);
      if (variable && typeof value === 'number') numbers.push(variable);
      return variable ?? value;
    },
    2,
  );
  return numbers.reduce((all, variable) => all.replaceAll(`"${variable}"`, variable), text);
};

export const DAY_VARIABLES = [...new Set(Object.values(DAYS).flatMap((fields) => Object.values(fields)))];

/** Fills the variables, by the clock of Mexico City. */
export const setsDays = {
  listen: 'prerequest',
  script: {
    type: 'text/javascript',
    exec: [
      'const today = new Date(Date.now() - 6 * 3600e3).toISOString();',
      "pm.collectionVariables.set('this_month', today.slice(0, 7));",
      "pm.collectionVariables.set('month_start', `${today.slice(0, 7)}-01T00:00:00-06:00`);",
      "pm.collectionVariables.set('month_end', `${new Date(Date.UTC(today.slice(0, 4), today.slice(5, 7), 0)).toISOString().slice(0, 10)}T12:00:00-06:00`);",
      "pm.collectionVariables.set('year', String(Number(today.slice(0, 4))));",
      "pm.collectionVariables.set('month', String(Number(today.slice(5, 7))));",
      "pm.collectionVariables.set('next_month', `${new Date(Date.now() + 30 * 86400e3).toISOString().slice(0, 10)}T12:00:00Z`);",
    ],
  },
};
