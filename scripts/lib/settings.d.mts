export function checkSettings(env: NodeJS.ProcessEnv): void;
