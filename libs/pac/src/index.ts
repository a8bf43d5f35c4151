export { MAX_ANSWER_BYTES, send, type HttpOutcome, type HttpRequest } from './http.js';
export { makePac, type FinkokSettings, type PacSettings, type ProdigiaSettings } from './makers.js';
export * from './health-port.js';
export * from './manifest.js';
export * from './pacs.js';
export * from './pending-port.js';
export * from './port.js';
export * from './proofs.js';
export * from './real.js';
export type { CsdHolder, Sealing } from './sandbox/authority.js';
export { SANDBOX_PAC_RFC } from './sandbox/authority.js';
export type { CsdIssuer, IssuedCsd } from './sandbox/certificates.js';
export { CannotExamine, type Examine, type Sent } from './sandbox/examine.js';
export type { Examined } from './sandbox/examined.js';
export {
  listStamps,
  stampedAs,
  stampsOfPeriod,
  type PeriodStamp,
  type SandboxStamp,
  type StampPage,
} from './sandbox/ledger.js';
export { SUPPLIED } from './sandbox/answering.js';
export * from './sandbox/sandbox-pac.js';
export type { SandboxTimeouts } from './sandbox/stamping.js';
export { migrateSandboxPac } from './sandbox/schema.js';
export type { CancelFault, Faults, StampFault } from './sandbox/triggers.js';
export {
  SatDownload,
  type DownloadAnswer,
  type DownloadFiel,
  type SatDownloadSettings,
} from './sat/download/client.js';
export type { RequestState, Verified } from './sat/download/answers.js';
export { MetadataReader, metadataText, readMetadata, type MetadataRow } from './sat/download/metadata.js';
export { unpack } from './sat/download/package.js';
export { filesOf, type PackageFile } from './sat/download/stream.js';
export { partsOf, TooLargePackage } from './sat/download/parts.js';
export { UnreadablePackage, zipInMemory, type ZipSource } from './sat/download/zip-source.js';
export { satAuthority, type SatAuthoritySettings } from './sat/status.js';
export { Pace, type PaceSettings } from './sat/pace.js';
export { readTimbre } from './timbre.js';
export { verifyTimbre, type StampDoubt, type StampToVerify, type VerifiedStamp } from './verify.js';
export { findMalformation, type XmlLimits } from './well-formed.js';
export type { SwSettings } from './sw/settings.js';
