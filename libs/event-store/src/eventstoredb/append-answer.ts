import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import type { Position } from '#kernel';
import { NO_STREAM } from '../port.js';
import { positionOf } from './messages.js';
import { serviceError } from './service-error.js';

/** `position` is missing where the server did not know it: old ones don't of a repeated append. */
export type AppendAnswer =
  | { readonly kind: 'appended'; readonly position: Position | undefined }
  | { readonly kind: 'conflict'; readonly actualRevision: number };

const TYPES = 'event_store.client.';
/** What an append of its own would have ended with, by the type of the details. */
const ERRORS: Readonly<Record<string, readonly [status, string?]>> = {
  // It gave up waiting for its followers; the events may be stored all the same.
  Timeout: [status.ABORTED],
  AccessDenied: [status.PERMISSION_DENIED, 'access-denied'],
  StreamDeleted: [status.FAILED_PRECONDITION, 'stream-deleted'],
  MaximumAppendSizeExceeded: [status.INVALID_ARGUMENT, 'maximum-append-size-exceeded'],
  BadRequest: [status.INVALID_ARGUMENT],
};
/** What the server says without a type while it starts, has too much to do, or there is no leader: it may soon do it. */
const NOT_NOW = /^(Server Is (Not Ready|Busy)|No leader info available)/;

/** What the server said of an append. @throws {ServiceError} where it neither stored it nor found another revision */
export function readAnswer(answer: BatchAppendResp): AppendAnswer {
  const success = answer.getSuccess();
  if (success) {
    const at = success.getPosition();
    const isKnown = at && BigInt.asIntN(64, BigInt(at.getCommitPosition())) >= 0n;
    return { kind: 'appended', position: isKnown ? positionOf(at) : undefined };
  }
  const error = answer.getError();
  const details = error?.getDetails();
  const type = details?.getTypeName() ?? '';
  const message = error?.getMessage() ?? 'the answer to an append holds nothing';
  const conflict = details?.unpack(
    (bytes) => sharedPb.WrongExpectedVersion.deserializeBinary(bytes),
    `${TYPES}WrongExpectedVersion`,
  );
  if (conflict) {
    const actual = conflict.hasCurrentStreamRevision()
      ? Number(conflict.getCurrentStreamRevision())
      : NO_STREAM;
    return { kind: 'conflict', actualRevision: actual };
  }
  if (NOT_NOW.test(message)) throw serviceError(status.UNAVAILABLE, message);
  const [code, exception] = ERRORS[type.slice(TYPES.length)] ?? [status.UNKNOWN];
  throw serviceError(code, message || type, exception === undefined ? {} : { exception });
}
