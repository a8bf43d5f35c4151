export const DATA_FOLDER: string;
export const OWN_DATABASE: RegExp;
export function withDefaults(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
/** Whether the embedded server has a database for each service. */
export function makesDatabases(settings: NodeJS.ProcessEnv): boolean;
/** Settings without the databases, which are secrets. */
export function withoutDatabases(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
export function sharedEnvironment(
  settings: NodeJS.ProcessEnv,
  places: { readonly brokers: string; readonly dataDir: string; readonly port: number },
): NodeJS.ProcessEnv;
