/** The embedded database cannot be used as things are. Its message is one line for whoever starts the server. */
export class EmbeddedRefusal extends Error {
  override name = 'EmbeddedRefusal'
}

/** What went wrong, in one line. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ')
}
