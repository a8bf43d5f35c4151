import { decodeCommand, type Sealing } from '#bus/kafka/codec';
import {
  readDeadLetters,
  replayDeadLetters,
  type DeadLetter,
  type OpenedLetter,
} from '#bus/kafka/dead-letters';
import { KafkaNotReady, kafkaClient } from '#bus/kafka/settings';
import { deadLettersTopic } from '#bus/kafka/topics';
import { loadConfig } from '../config/config.js';
import { loadKeys } from '../config/keys.js';
import { createLogger } from '../logging/logger.js';
import { StartupError } from '../postgres/startup-error.js';
import { messageSealing } from './bus.js';
import { exitWithSentence } from './exit.js';

const USAGE = `npm run dead-letters -- list [--all]     those that wait; with --all those sent again too
npm run dead-letters -- show <number>     one of them, with its payload
npm run dead-letters -- replay <number>   sends the original to its topic again
npm run dead-letters -- replay --all      all that wait, in their order`;

/** `npm run dead-letters`: commands that no attempt could handle. */
await exitWithSentence(async () => {
  const config = loadConfig();
  const { kafka, logLevel } = config;
  if (!kafka) throw new StartupError('TIMBRA_KAFKA must name the brokers that have the dead letters.');
  const client = kafkaClient(
    kafka,
    'timbra-dead-letters',
    createLogger({ level: logLevel, service: 'dead-letters' }),
  );
  const topic = deadLettersTopic(kafka.prefix);
  const [command, which, ...rest] = process.argv.slice(2);
  const letters = async () =>
    readDeadLetters(client, topic).catch((error: unknown) => {
      throw error instanceof KafkaNotReady ? new StartupError(error.message) : error;
    });
  if (rest.length > 0) throw new StartupError(USAGE);
  if (command === 'list' && (which === undefined || which === '--all')) {
    const shown = (await letters()).filter(({ letter }) => which === '--all' || !letter.replayed);
    for (const { letter } of shown) console.log(lineOf(letter));
    console.log(shown.length === 0 ? 'There are no dead letters.' : `${shown.length} dead letters.`);
  } else if (command === 'show' && which !== undefined) {
    const opened = oneOf(await letters(), which);
    const { bus } = await loadKeys(config, { needs: ['bus'], makeFile: false });
    const sealing = messageSealing(bus);
    console.log(JSON.stringify({ ...opened.letter, payload: await payloadOf(opened, sealing) }, null, 2));
  } else if (command === 'replay' && which !== undefined) {
    const found = await letters();
    const chosen = which === '--all' ? found : [oneOf(found, which)];
    const waiting = chosen.filter(({ letter }) => !letter.replayed);
    await replayDeadLetters(client, topic, waiting);
    for (const { letter } of waiting) console.log(`Sent again: ${lineOf(letter)}`);
    const before = chosen.length - waiting.length;
    console.log(`${waiting.length} sent again${before > 0 ? `, ${before} had been before` : ''}.`);
  } else throw new StartupError(USAGE);
});

/** Hoisted, as the others below: the program above runs before constants of the module are made. */
function lineOf(letter: DeadLetter): string {
  const { topic, partition, offset, error } = letter;
  return [
    letter.number.padStart(6),
    letter.givenUpAt,
    letter.type ?? 'unknown',
    `key ${letter.key}`,
    `at ${topic}/${partition}/${offset}`,
    `${letter.attempts} attempts`,
    `${error.name}: ${error.message}`,
    ...(letter.replayed ? ['(sent again)'] : []),
  ].join('  ');
}

function oneOf(letters: readonly OpenedLetter[], number: string): OpenedLetter {
  const found = letters.find(({ letter }) => letter.number === number);
  if (!found) throw new StartupError(`There is no dead letter ${number}.`);
  return found;
}

/** The command, or the bytes where they are none. */
async function payloadOf({ original: { message } }: OpenedLetter, sealing: Sealing): Promise<unknown> {
  return decodeCommand(message, sealing).catch(() => ({ bytes: message.value?.toString('base64') }));
}
