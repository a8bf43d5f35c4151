/** Where programs and libraries are, the language, the fonts: nothing that says how we are set up, and no secret. */
const PASSED_ON = [
  ...['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TZ'],
  ...['LANG', 'LC_ALL', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH'],
];

/**
 * All that a browser finds in its environment. It works on what strangers have typed: what it does not have, it can't
 * give away.
 * @param home a folder of its own, for what it keeps
 */
export const browserEnvironment = (
  home: string,
  environment: NodeJS.ProcessEnv = process.env,
): Record<string, string> => ({
  ...Object.fromEntries(
    PASSED_ON.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  ),
  HOME: home,
});
