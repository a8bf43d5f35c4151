import type { Addresses } from './addresses.mjs';

/** Notes in the data folder what a program of the operator's needs to work beside the services. */
export function noteForOperators(
  dataDir: string,
  start: {
    readonly settings: NodeJS.ProcessEnv;
    readonly brokers: string;
    readonly databases: Pick<Addresses, 'ofOperators'>;
  },
): void;
/** The settings that a program of the operator's gets of an installation that `start:distributed` runs on its data folder. */
export function settingsBeside(
  program: string,
  env: NodeJS.ProcessEnv,
  isHeld: (file: string) => Promise<boolean>,
): Promise<NodeJS.ProcessEnv>;
