/**
 * @typedef {object} Frame
 * @property {string | undefined} id
 * @property {string | undefined} event
 * @property {string | undefined} data undefined: it only says how far the stream is
 */

/** A line that never ends is no event stream. */
const MOST_TEXT = 64 * 1024 * 1024;

/**
 * Takes a stream of server-sent events apart. Text may come in pieces of any size.
 *
 * @returns {(text: string) => Frame[]} gives the frames that are complete with this piece
 */
export function frameParser() {
  /** @type {string[]} */
  let pieces = [];
  let kept = 0;
  /** @type {{ id: string | undefined, event: string | undefined, data: string[] }} */
  let frame = { id: undefined, event: undefined, data: [] };

  /** @param {string} line @param {Frame[]} done */
  const take = (line, done) => {
    if (line === '') {
      const { id, event, data } = frame;
      if (id !== undefined || data.length > 0)
        done.push({ id, event, data: data.length > 0 ? data.join('\n') : undefined });
      frame = { id: undefined, event: undefined, data: [] };
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'id') frame.id = value;
    else if (name === 'event') frame.event = value;
    else if (name === 'data') frame.data.push(value);
  };

  return (text) => {
    /** @type {Frame[]} */
    const done = [];
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      pieces.push(line);
      kept += line.length;
      if (kept > MOST_TEXT) throw new Error('the server sends no events, but a line without an end');
      if (index === lines.length - 1) break;
      take(pieces.join('').replace(/\r$/, ''), done);
      pieces = [];
      kept = 0;
    }
    return done;
  };
}
