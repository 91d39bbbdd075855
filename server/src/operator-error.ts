/**
 * An error whose message is one sentence for the operator, about a problem with the settings, the data or the command. Both
 * programs print the message without a stack trace and end with the exit code.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
  readonly exitCode: 1 | 2

  /** Exit code 2 means that the command line was not understood. */
  constructor(message: string, { exitCode = 1 }: { exitCode?: 1 | 2 } = {}) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Returns the message of an error in one line. */
export function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ')
}

/** Returns the innermost cause of an error, usually the error of the database driver. */
export function rootCause(error: unknown): NodeJS.ErrnoException {
  let cause = error instanceof Error ? error : new Error(String(error))
  while (cause.cause instanceof Error) cause = cause.cause
  return cause
}
