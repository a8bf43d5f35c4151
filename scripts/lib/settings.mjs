import { faultOfUrl } from './eventstoredb-url.mjs';
import { Failure } from './failure.mjs';

const oneOf = (name, values) => (env) =>
  env[name] &&
  !values.includes(env[name]) &&
  `${name} must be one of ${values.join(', ')}, not "${env[name]}".`;

const url = (name, protocols) => (env) => {
  const text = env[name];
  if (!text || (URL.canParse(text) && protocols.includes(new URL(text).protocol))) return false;
  // The value may hold a password.
  return `${name} must be a URL that begins with ${protocols.join('// or ')}//.`;
};

/** Each says what is wrong, in the words of the service (libs/hosting/src/config), or false. */
const RULES = [
  url('DATABASE_URL', ['postgresql:', 'postgres:']),
  oneOf('TIMBRA_EVENT_STORE', ['postgres', 'eventstoredb']),
  ({ TIMBRA_EVENT_STORE: kind, EVENTSTOREDB_URL: at }) =>
    kind === 'eventstoredb' && !at && 'TIMBRA_EVENT_STORE=eventstoredb needs EVENTSTOREDB_URL.',
  ({ TIMBRA_EVENT_STORE: kind, EVENTSTOREDB_URL: at }) => {
    const fault = kind === 'eventstoredb' && faultOfUrl(at);
    return fault && `EVENTSTOREDB_URL can't be used: ${fault}.`;
  },
  ({ TIMBRA_EVENT_STORE: kind, EVENTSTOREDB_PREFIX: prefix }) =>
    kind === 'eventstoredb' &&
    prefix &&
    !/^[A-Za-z0-9_-]{1,50}$/.test(prefix) &&
    'EVENTSTOREDB_PREFIX must be 1 to 50 letters, digits, _ or -.',
  ({
    TIMBRA_KAFKA: brokers,
    TIMBRA_KAFKA_SASL: sasl,
    TIMBRA_KAFKA_USER: user,
    TIMBRA_KAFKA_PASSWORD: password,
  }) =>
    brokers &&
    sasl &&
    !(user && password) &&
    'TIMBRA_KAFKA_SASL needs TIMBRA_KAFKA_USER and TIMBRA_KAFKA_PASSWORD.',
];

/**
 * Judges the settings on which a start depends most, before anything is installed or built. It tells only what it is sure
 * of: the service judges all of them.
 * @throws {Failure}
 */
export const checkSettings = (env) => {
  for (const judge of RULES) {
    const sentence = judge(env);
    if (sentence) throw new Failure(sentence);
  }
};
