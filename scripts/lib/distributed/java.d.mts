/** Says in a sentence what a Kafka of our own needs and this machine lacks; gives whether its jars have still to be fetched. */
export function checkJava(run?: (command: string, ...args: readonly string[]) => string | undefined): boolean;
