import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type {
  AppendReq,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { status, type ServerDuplexStream, type ServiceError } from '@grpc/grpc-js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import type { Appended, Expected } from './log.js';
import { nameOf } from './responses.js';

export type BatchAppendCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** An append of a batch call, once all of its parts are there. */
export interface BatchedAppend {
  readonly stream: string;
  readonly expected: Expected;
  readonly proposed: readonly (AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage)[];
}

export interface BatchedAnswer {
  readonly outcome: Appended;
  readonly expected: Expected;
  /** Whether the answer tells it. */
  readonly position: boolean;
}

/** What the server words as an answer to the one append, by the code that an append of its own would end with. */
const DETAILS: Readonly<Partial<Record<status, readonly [string, { serializeBinary(): Uint8Array }]>>> = {
  [status.ABORTED]: ['Timeout', new sharedPb.Timeout()],
  [status.PERMISSION_DENIED]: ['AccessDenied', new sharedPb.AccessDenied()],
};

/**
 * Answers the appends of one call, each when `append` has done it, in whichever order. What `append` throws ends the call where the
 * server would end it (`not-leader`), and is the answer to the one append otherwise.
 */
export function answerAppends(
  call: BatchAppendCall,
  append: (batched: BatchedAppend) => Promise<BatchedAnswer | undefined>,
): void {
  const parts = new Map<string, BatchAppendReq[]>();
  const answer = async (requests: readonly BatchAppendReq[]): Promise<void> => {
    const options = requests[0]?.getOptions();
    if (!options) return;
    const response = new streamsPb.BatchAppendResp()
      .setCorrelationId(requests[0]?.getCorrelationId())
      .setStreamIdentifier(options.getStreamIdentifier());
    try {
      const answered = await append({
        stream: nameOf(options.getStreamIdentifier()),
        expected: expectedOf(options),
        proposed: requests.flatMap((request) => request.getProposedMessagesList()),
      });
      if (!answered) return;
      fill(response, answered);
    } catch (error) {
      const { code, details, metadata } = error as ServiceError;
      const exception = metadata.get('exception')[0];
      if (exception === 'not-leader') {
        call.emit('error', error);
        return;
      }
      const named = exception === 'maximum-append-size-exceeded' ? tooLarge(metadata) : DETAILS[code];
      response.setError(errorStatus(details, ...(named ?? ['', new sharedPb.Empty()])));
    }
    if (!call.destroyed && !call.cancelled) call.write(response);
  };
  call.on('data', (request: BatchAppendReq) => {
    const id = request.getCorrelationId()?.getString() ?? '';
    const requests = [...(parts.get(id) ?? []), request];
    parts.set(id, requests);
    if (!request.getIsFinal()) return;
    parts.delete(id);
    void answer(requests);
  });
  call.on('end', () => call.end());
  call.on('error', () => undefined);
}

function fill(response: BatchAppendResp, { outcome, expected, position }: BatchedAnswer): void {
  if (outcome.kind === 'appended') {
    const at = String(outcome.position);
    const success = new streamsPb.BatchAppendResp.Success().setCurrentRevision(String(outcome.revision));
    if (position)
      success.setPosition(new sharedPb.AllStreamPosition().setCommitPosition(at).setPreparePosition(at));
    else success.setNoPosition(new sharedPb.Empty());
    response.setSuccess(success);
    return;
  }
  const wrong = new sharedPb.WrongExpectedVersion();
  if (outcome.current < 0) wrong.setCurrentNoStream(new sharedPb.Empty());
  else wrong.setCurrentStreamRevision(String(outcome.current));
  if (expected === 'any') wrong.setExpectedAny(new sharedPb.Empty());
  else if (expected === 'exists') wrong.setExpectedStreamExists(new sharedPb.Empty());
  else if (expected < 0) wrong.setExpectedNoStream(new sharedPb.Empty());
  else wrong.setExpectedStreamPosition(String(expected));
  response.setError(errorStatus('WrongExpectedVersion', 'WrongExpectedVersion', wrong));
}

function expectedOf(options: BatchAppendReq.Options): Expected {
  if (options.hasNoStream()) return -1;
  if (options.hasAny()) return 'any';
  return options.hasStreamExists() ? 'exists' : Number(options.getStreamPosition());
}

const tooLarge = (metadata: ServiceError['metadata']) =>
  [
    'MaximumAppendSizeExceeded',
    new sharedPb.MaximumAppendSizeExceeded().setMaxappendsize(Number(metadata.get('maximum-append-size')[0])),
  ] as const;

function errorStatus(
  message: string,
  type: string,
  details: { serializeBinary(): Uint8Array },
): statusPb.Status {
  const any = new anyPb.Any();
  any.pack(details.serializeBinary(), type === '' ? 'google.protobuf.Empty' : `event_store.client.${type}`);
  return new statusPb.Status().setMessage(message).setDetails(any);
}
