/** A mutation that its place in the code no longer has room for: someone has to look at it again. */
export class Misfit extends Error {}

const occurrences = (text, find) =>
  typeof find === 'string'
    ? text.split(find).length - 1
    : [...text.matchAll(new RegExp(find.source, `${find.flags.replace('g', '')}g`))].length;

/**
 * A file's text with one edit made.
 * @param edit `{ file, find, replace }`: `find` is text or a pattern that must be there exactly once, and `replace` what
 *   comes there instead (of a pattern, with $1 and so on); or `{ file, append }`, text for the end of the file
 */
export const applyEdit = (text, { file, find, replace, append }) => {
  if (append !== undefined) return `${text}\n${append}\n`;
  const count = occurrences(text, find);
  if (count !== 1) throw new Misfit(`${file} has ${count} times ${find}`);
  const result = text.replace(find, typeof find === 'string' ? () => replace : replace);
  if (result === text) throw new Misfit(`${file} stays as it is`);
  return result;
};

/**
 * The files that a mutation changes, with their new text.
 * @param read gives a file's text, or undefined where there is none
 * @returns a map of path to text
 */
export const applyMutation = ({ edits }, read) => {
  const files = new Map();
  for (const edit of edits) {
    const text = files.get(edit.file) ?? read(edit.file);
    if (text === undefined) throw new Misfit(`there is no ${edit.file}`);
    files.set(edit.file, applyEdit(text, edit));
  }
  return files;
};
