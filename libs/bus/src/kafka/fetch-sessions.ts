import { prototypeOf } from './kafkajs-internals.js';

/** What is asked of a broker, as kafkajs's ConsumerGroup asks for it: from where to read each partition. */
export interface FetchAsked {
  readonly topics: readonly AskedTopic[];
}

interface AskedTopic {
  readonly topic: string;
  readonly partitions: readonly AskedPartition[];
}

interface AskedPartition {
  readonly partition: number;
  readonly fetchOffset: string;
  readonly maxBytes: number;
}

/** What of a request belongs to the session (KIP-227). */
export interface SessionFields {
  readonly sessionId: number;
  readonly sessionEpoch: number;
  readonly forgottenTopics: readonly { readonly topic: string; readonly partitions: readonly number[] }[];
}

/** Brokers older than Kafka 1.1 know no sessions: their answers have neither field. */
export interface FetchAnswer {
  readonly errorCode?: number;
  readonly sessionId?: number;
}

/** Begins a session, and ends the one of its id if there is one. */
const FIRST_EPOCH = 0;
const LAST_EPOCH = 2 ** 31 - 1;
const NO_SESSION = 0;

/** From where a broker reads each partition of a session: offset and size by number, by topic. */
type Known = Map<string, Map<number, string>>;

const knownOf = (topics: readonly AskedTopic[]): Known =>
  new Map(
    topics.map(({ topic, partitions }) => [
      topic,
      new Map(
        partitions.map(({ partition, fetchOffset, maxBytes }) => [partition, `${fetchOffset}/${maxBytes}`]),
      ),
    ]),
  );

/** The partitions that a broker does not read from there, or not any more. */
function changesOf(asked: readonly AskedTopic[], now: Known, before: Known) {
  const topics = asked.flatMap(({ topic, partitions }) => {
    const changed = partitions.filter(
      ({ partition }) => now.get(topic)?.get(partition) !== before.get(topic)?.get(partition),
    );
    return changed.length > 0 ? [{ topic, partitions: changed }] : [];
  });
  const forgottenTopics = [...before].flatMap(([topic, known]) => {
    const gone = [...known.keys()].filter((partition) => !now.get(topic)?.has(partition));
    return gone.length > 0 ? [{ topic, partitions: gone }] : [];
  });
  return { topics, forgottenTopics };
}

/**
 * The fetches of one consumer from one broker as a session (KIP-227): the broker keeps from where each partition is read,
 * a request names those that have changed, and an answer those that have news. Whatever goes wrong ends the session: the
 * next fetch names every partition, as all did without sessions. So does one where the broker has no room for another.
 */
export class FetchSession {
  private id = NO_SESSION;
  private epoch = FIRST_EPOCH;
  private known: Known = new Map();

  /** @throws what `send` throws */
  async fetch<Answer extends FetchAnswer>(
    asked: FetchAsked,
    send: (asked: FetchAsked, fields: SessionFields) => Promise<Answer>,
  ): Promise<Answer> {
    const { id: sessionId, epoch: sessionEpoch } = this;
    const known = knownOf(asked.topics);
    const isFirst = sessionEpoch === FIRST_EPOCH;
    const { topics, forgottenTopics } = changesOf(asked.topics, known, isFirst ? new Map() : this.known);
    // Until it is answered nobody knows what the broker has made of it.
    this.epoch = FIRST_EPOCH;
    const answer = await send({ ...asked, topics }, { sessionId, sessionEpoch, forgottenTopics });
    if (answer.errorCode) {
      // The broker has dropped the session, or was started again.
      this.id = NO_SESSION;
      return isFirst ? answer : this.fetch(asked, send);
    }
    this.id = answer.sessionId ?? NO_SESSION;
    this.epoch = this.id === NO_SESSION ? FIRST_EPOCH : sessionEpoch === LAST_EPOCH ? 1 : sessionEpoch + 1;
    this.known = known;
    return answer;
  }
}

/** What this file uses of Broker (kafkajs/src/broker/index.js): its fetch looks up how a request is written, and sends it. */
interface Broker {
  readonly lookupRequest: (key: number, definitions: unknown) => (asked: object) => unknown;
  fetch: (this: Broker, asked: FetchAsked) => Promise<FetchAnswer>;
}

const sessions = new WeakMap<Broker, FetchSession>();
let installed = false;

/**
 * Lets the consumers of kafkajs 2.2.4 fetch in sessions. It writes the fields of a session and never uses them: each of its
 * fetches names all partitions, each answer too, and it passes the empty ones through the queue of its workers one by one.
 * @throws for another version
 */
export function fetchInSessions(): void {
  if (installed) return;
  installed = true;
  const prototype = prototypeOf<Broker>('kafkajs/src/broker');
  const { fetch } = prototype;
  prototype.fetch = function (asked) {
    let session = sessions.get(this);
    if (!session) sessions.set(this, (session = new FetchSession()));
    return session.fetch(asked, (some, fields) => fetch.call(withFields(this, fields), some));
  };
}

/** The broker, whose requests have the fields of a session. */
const withFields = (broker: Broker, fields: SessionFields): Broker =>
  Object.create(broker, {
    lookupRequest: {
      value: (key: number, definitions: unknown) => {
        const write = broker.lookupRequest(key, definitions);
        return (asked: object) => write({ ...asked, ...fields });
      },
    },
  }) as Broker;
