const COLOURS = { green: 32, red: 31, yellow: 33, dim: 2, bold: 1 };

/** @typedef {keyof typeof COLOURS} Colour */

/**
 * Colours a text where a terminal shows it.
 *
 * @param {{ isTTY?: boolean | undefined }} stream
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {(colour: Colour, text: string) => string}
 */
export const painter = (stream, env) =>
  stream.isTTY === true && !env['NO_COLOR']
    ? (colour, text) => `\u001b[${COLOURS[colour]}m${text}\u001b[0m`
    : (_colour, text) => text;

/** The time of day, for the line of an event. @param {Date} date */
export const timeOf = (date) =>
  [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
