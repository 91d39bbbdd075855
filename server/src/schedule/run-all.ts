/** Runs the tasks one after the other, even if some of them fail. Then throws the first error. */
export async function runAll(tasks: (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const task of tasks) await task().catch(error => errors.push(error))
  if (errors.length > 0) throw errors[0]
}
