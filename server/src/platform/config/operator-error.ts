/** Ends a start or a command. The message is a sentence for the operator, which is printed without a stack trace. */
export class OperatorError extends Error {
  override name = 'OperatorError'
  readonly exitCode: 1 | 2

  /** The exit code is 2 if the command line was not understood. */
  constructor(message: string, { exitCode = 1 }: { exitCode?: 1 | 2 } = {}) {
    super(message)
    this.exitCode = exitCode
  }
}

export function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ')
}

export function rootCause(error: unknown): NodeJS.ErrnoException {
  let cause = error instanceof Error ? error : new Error(String(error))
  while (cause.cause instanceof Error) cause = cause.cause
  return cause
}
