/**
 * An expected failure at start-up. Its message is one sentence in English for the person at the terminal:
 * show it as it is, without a stack. Anything else that is thrown is a bug.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Another process has the data folder. */
export class FolderInUse extends StartupError {}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: "the user's disk quota is used up",
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
  ENOENT: 'a part of the path does not exist and cannot be created',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its symbolic links go in a circle',
};

/** The system's error code (`EACCES`, ...) of something thrown, if it has one. */
export const errorCode = (error: unknown): string | undefined => {
  // By shape: an error of Node's own modules is no instance of this realm's Error inside a test runner.
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
};

/** Says of a failed use of the data folder what is wrong with it; passes any other error through. */
export const dataFolderError = (folder: string, error: unknown): unknown => {
  const reason = REASONS[errorCode(error) ?? ''];
  if (reason === undefined) return error;
  return new StartupError(
    `The data folder ${folder} cannot be used: ${reason}; set TIMBRA_DATA to a folder that can be written.`,
  );
};
