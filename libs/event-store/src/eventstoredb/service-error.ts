import { Metadata, type ServiceError, type status } from '@grpc/grpc-js';

/** An error as a call of gRPC ends with it: a status, and in the trailers the server's name of the exception, with its details. */
export function serviceError(
  code: status,
  details: string,
  trailers: Readonly<Record<string, string>> = {},
): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}
