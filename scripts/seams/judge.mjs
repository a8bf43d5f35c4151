import { Misfit, applyMutation } from './apply.mjs';

/**
 * Tries one mutation.
 * @param tools `{ read, write, typeError, failingSpec }`: a file's text and its change; what the compiler says of the
 *   files that were changed, and the first test of some specs that fails, both undefined where all is well
 * @returns `{ name, verdict, by }`: `caught` and by what, `missed`, or `misfit` with what does not fit
 */
export const tryOne = async (mutation, { read, write, typeError, failingSpec }) => {
  const { name, specs = [] } = mutation;
  let files;
  try {
    files = applyMutation(mutation, read);
  } catch (error) {
    if (error instanceof Misfit) return { name, verdict: 'misfit', by: error.message };
    throw error;
  }
  const before = [...files.keys()].map((file) => [file, read(file)]);
  try {
    for (const [file, text] of files) write(file, text);
    const error = typeError([...files.keys()]);
    if (error?.syntax) return { name, verdict: 'misfit', by: `is no TypeScript: ${error.text}` };
    if (error) return { name, verdict: 'caught', by: error.text };
    const failing = specs.length > 0 ? await failingSpec(specs) : undefined;
    return failing ? { name, verdict: 'caught', by: failing } : { name, verdict: 'missed', by: undefined };
  } finally {
    for (const [file, text] of before) write(file, text);
  }
};

const SAYS = {
  caught: ({ name, by }) => `caught  ${name}: ${by}`,
  missed: ({ name }) => `MISSED  ${name}: neither tsc nor a unit spec notices`,
  misfit: ({ name, by }) => `MISFIT  ${name}: the mutation no longer fits, update it: ${by}`,
};

/** One line about a mutation that was tried. */
export const lineOf = (result) => SAYS[result.verdict](result);

/** Whether every mutation fitted and was caught; none at all is no proof of anything. */
export const allCaught = (results) =>
  results.length > 0 && results.every(({ verdict }) => verdict === 'caught');
