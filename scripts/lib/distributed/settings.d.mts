export const DATA_FOLDER: string;
export function withDefaults(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
export function sharedEnvironment(
  settings: NodeJS.ProcessEnv,
  places: {
    readonly databaseUrl: string;
    readonly brokers: string;
    readonly dataDir: string;
    readonly port: number;
  },
): NodeJS.ProcessEnv;
