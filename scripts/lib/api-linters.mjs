import { Failure } from './failure.mjs';
import { runTool } from './api-tools.mjs';

/** What a linter found: the rule, where, and in words. */
const finding = (rule, place, message) => ({ rule, place, message });

const parsed = (name, { stdout, stderr, code }) => {
  const from = stdout.search(/[[{]/);
  try {
    return JSON.parse(stdout.slice(from, stdout.lastIndexOf(stdout[from] === '[' ? ']' : '}') + 1));
  } catch {
    throw new Failure(`${name} ended with ${code} and said nothing that can be read:\n${stderr || stdout}`);
  }
};

/** Everything that Spectral says of a document: errors, warnings, and what it calls hints. */
export const spectral = async (file) => {
  const args = ['lint', '--ruleset', 'spectral.yaml', '--format', 'json', '--fail-severity', 'hint', file];
  const ended = await runTool('@stoplight/spectral-cli', 'spectral', args);
  return parsed('Spectral', ended).map(({ code, path, message }) => finding(code, path.join('/'), message));
};

/** Everything that Redocly says of a document. */
export const redocly = async (file) => {
  const args = ['lint', '--config', 'redocly.yaml', '--format', 'json', '--max-problems', '100000', file];
  const ended = await runTool('@redocly/cli', 'redocly', args);
  const { problems } = parsed('Redocly', ended);
  return problems
    .filter(({ ignored }) => !ignored)
    .map(({ ruleId, location, message }) => finding(ruleId, location[0]?.pointer ?? '', message));
};

const SHOWN = 5;

/** Findings as lines: a rule, how often, and the first places. */
export const told = (findings) =>
  [...new Set(findings.map(({ rule }) => rule))]
    .flatMap((rule) => {
      const ones = findings.filter((one) => one.rule === rule);
      return [
        `  ${rule}: ${ones.length}`,
        ...ones.slice(0, SHOWN).map(({ place, message }) => `    ${place}: ${message}`),
        ...(ones.length > SHOWN ? [`    … and ${ones.length - SHOWN} more`] : []),
      ];
    })
    .join('\n');
