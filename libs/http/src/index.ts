export { configureHttp, createHttpAdapter, guardHosts, type HostGuard, type HttpOptions } from './app.js';
export { preferredType } from './accept.js';
export { REQUEST_AUDIT, type Answered, type RequestAudit } from './audit.js';
export {
  authenticate,
  Caller,
  CurrentTenant,
  KEY_DIRECTORY,
  secretOf,
  type KeyDirectory,
  type KeyKind,
  type Principal,
} from './auth.js';
export { AUTHORITY, authorise, takesOrganizationHeader, type Authority, type Standing } from './authority.js';
export { CursorCodec, type Position, type Search } from './cursors.js';
export { parseDateRange, toInstant, type DateRangeInput, type InstantRange } from './dates.js';
export { readable, validate } from './dto.js';
export { entityTag, IfMatch, Versioned, VersionedRead, type VersionedDoc } from './etag.js';
export { refusalOf, sayRetryAfter, type ErrorLog } from './error-filter.js';
export * from './fields.js';
export { keepWithinLimits, type KeyLimits } from './key-limits.js';
export { Mail, TakesMail, MailBody } from './mail-body.js';
export { languageOf } from './language.js';
export type { Arrival, RequestObserver } from './observe.js';
export { NO_DOCS } from './openapi/api-docs.js';
export type {
  ApiDocs,
  OperationDoc,
  RecordedAnswer,
  RequestExample,
  TagDoc,
  Vocabulary,
} from './openapi/api-docs.js';
export { openApiDocument } from './openapi/document.js';
export { codesOf, refusalsOfKind } from './openapi/errors.js';
export {
  readPaging,
  runList,
  REACHABLE,
  type ListAnswer,
  type ListRun,
  type PageRequest,
  type Paging,
  type Page,
  type Row,
  type RowDoc,
} from './pagination.js';
export { RateLimiter, type RateClass, type RateLimits } from './rate-limit.js';
export { takesForms, type BodyLimit } from './body-limits.js';
export { isLastResort, rowOf, type RouteRow, type RouteTable } from './route-table.js';
export { errorBody, HttpRefusal, sizeText, unwrap, type ErrorBody } from './refusals.js';
export {
  amount,
  byType,
  dateTime,
  email,
  flag,
  idRef,
  integer,
  json,
  listOf,
  nested,
  oneOf,
  text,
} from './rules.js';
export {
  bringsForm,
  MULTIPART_TYPE,
  readParts,
  readUpload,
  type Uploaded,
  type UploadForm,
} from './multipart/form.js';
export { sendTagged, tagText } from './tagged.js';
export { FileBody, StreamedFile, TakesFile, type FileFormat } from './streamed-file.js';
export { isExact } from './json/exact.js';
export { parseJsonInTurns } from './json/json.js';
export { DOCS_PATH } from './docs-viewer.js';
export { withDocUrls } from './error-docs.js';
export { FormBody, StreamedForm, type FileOfForm, type FileTaken } from './multipart/streamed-form.js';
export { TakesForm, TakesUpload, Upload } from './multipart/upload.js';
export { besideKnown, detailsOfBody, RulesBeside } from './rules-beside.js';
export { announceWarnings, Warning, warningsOf } from './warnings.js';
export {
  ActionBody,
  Answers,
  AnswersList,
  JsonText,
  ListQuery,
  NoQuery,
  PathId,
  PathUuid,
} from './validation.js';
export type { DescribedEvent } from './openapi/webhooks.js';
export { findDocumentedRoot } from './guides/library.js';
