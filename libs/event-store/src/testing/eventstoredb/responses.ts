import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendReq, AppendResp, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { status, type ServiceError } from '@grpc/grpc-js';
import { serviceError } from '../../eventstoredb/service-error.js';
import type { Appended, Expected, LoggedEvent } from './log.js';

const identifier = (stream: string) =>
  new sharedPb.StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(stream, 'utf8')));

export const nameOf = (stream: { getStreamName_asU8(): Uint8Array } | undefined): string =>
  Buffer.from(stream?.getStreamName_asU8() ?? []).toString('utf8');

export function eventResponse(event: LoggedEvent): ReadResp {
  const position = String(event.position);
  const record = new streamsPb.ReadResp.ReadEvent.RecordedEvent()
    .setId(new sharedPb.UUID().setString(event.id))
    .setStreamIdentifier(identifier(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  record
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(event.created));
  return new streamsPb.ReadResp().setEvent(
    new streamsPb.ReadResp.ReadEvent().setEvent(record).setCommitPosition(position),
  );
}

export const notFoundResponse = (stream: string): ReadResp =>
  new streamsPb.ReadResp().setStreamNotFound(
    new streamsPb.ReadResp.StreamNotFound().setStreamIdentifier(identifier(stream)),
  );

export const confirmationResponse = (id: string): ReadResp =>
  new streamsPb.ReadResp().setConfirmation(
    new streamsPb.ReadResp.SubscriptionConfirmation().setSubscriptionId(id),
  );

export const checkpointResponse = (position: bigint): ReadResp =>
  new streamsPb.ReadResp().setCheckpoint(
    new streamsPb.ReadResp.Checkpoint()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position)),
  );

export const caughtUpResponse = (): ReadResp =>
  new streamsPb.ReadResp().setCaughtUp(new streamsPb.ReadResp.CaughtUp());

export function expectedOf(options: AppendReq.Options): Expected {
  if (options.hasNoStream()) return -1;
  if (options.hasAny()) return 'any';
  return options.hasStreamExists() ? 'exists' : Number(options.getRevision());
}

/** `position`: whether the answer tells it; servers before 20.10 said -1 of a repeated append. */
export function appendResponse(outcome: Appended, expected: Expected, position = true): AppendResp {
  const response = new streamsPb.AppendResp();
  if (outcome.kind === 'appended') {
    const at = String(BigInt.asUintN(64, position ? outcome.position : -1n));
    return response.setSuccess(
      new streamsPb.AppendResp.Success()
        .setCurrentRevision(String(outcome.revision))
        .setPosition(new streamsPb.AppendResp.Position().setCommitPosition(at).setPreparePosition(at)),
    );
  }
  const wrong = new streamsPb.AppendResp.WrongExpectedVersion();
  if (outcome.current < 0) wrong.setCurrentNoStream(new sharedPb.Empty());
  else wrong.setCurrentRevision(String(outcome.current));
  if (expected === 'any') wrong.setExpectedAny(new sharedPb.Empty());
  else if (expected === 'exists') wrong.setExpectedStreamExists(new sharedPb.Empty());
  else if (expected < 0) wrong.setExpectedNoStream(new sharedPb.Empty());
  else wrong.setExpectedRevision(String(expected));
  return response.setWrongExpectedVersion(wrong);
}

export const notLeader = (port: number): ServiceError =>
  serviceError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(port),
  });

/** The cluster as a node sees it. */
export function gossipResponse(members: readonly { readonly port: number; readonly leader: boolean }[]) {
  const { LEADER, FOLLOWER } = gossipPb.MemberInfo.VNodeState;
  return new gossipPb.ClusterInfo().setMembersList(
    members.map(({ port, leader }) =>
      new gossipPb.MemberInfo()
        .setInstanceId(
          new sharedPb.UUID().setString(`00000000-0000-4000-9000-${String(port).padStart(12, '0')}`),
        )
        .setTimeStamp('0')
        .setState(leader ? LEADER : FOLLOWER)
        .setIsAlive(true)
        .setHttpEndPoint(new gossipPb.EndPoint().setAddress('127.0.0.1').setPort(port)),
    ),
  );
}
