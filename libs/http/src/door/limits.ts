/** How much of the process its callers may hold at one time, in all and each; 0 is without limit. */
export interface DoorLimits {
  readonly connections: number;
  /** Of one client's address; trusted proxies are not counted. */
  readonly connectionsEach: number;
  /** Requests under way of one organization, or of one address. */
  readonly requestsEach: number;
  /** Reads at once of one organization and class (lists, downloads); the next ones wait their turn. */
  readonly readsEach: number;
  /** Bytes of bodies, from their first byte until the request is answered. */
  readonly bodyBytes: number;
  /** The same of one organization, or of one address. */
  readonly bodyBytesEach: number;
  /** Bytes of answers that one organization has not taken yet. */
  readonly answerBytesEach: number;
}

const MB = 1024 * 1024;

export const DOOR_LIMITS: DoorLimits = {
  connections: 5_000,
  connectionsEach: 2_000,
  requestsEach: 1_500,
  readsEach: 4,
  bodyBytes: 96 * MB,
  bodyBytesEach: 32 * MB,
  answerBytesEach: 64 * MB,
};
