/**
 * One sentence for the operator: what of the settings, the data or the command cannot be used. Both programs print it as it is
 * and end with the exit code.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
  readonly exitCode: 1 | 2

  /** Exit code 2: the command line was not understood. */
  constructor(message: string, { exitCode = 1 }: { exitCode?: 1 | 2 } = {}) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The message of an error in one line. */
export function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ')
}

/** The error at the bottom: the driver's, under those of the layers above. */
export function rootCause(error: unknown): NodeJS.ErrnoException {
  let cause = error instanceof Error ? error : new Error(String(error))
  while (cause.cause instanceof Error) cause = cause.cause
  return cause
}
