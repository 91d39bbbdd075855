import type { HubCommand } from './hub-command.ts'

/** A change of who follows what. */
export type Change = Extract<HubCommand, ['follow' | 'unfollow', ...string[]] | ['dissolve', string]>

/**
 * Queries under way that read who may follow what. Changes during a query are recorded and applied to its result: the result
 * may be older than a change, and no query is repeated.
 */
export class LoadsInFlight {
  readonly #recordings = new Set<Change[]>()

  record(change: Change): void {
    for (const changes of this.#recordings) changes.push(change)
  }

  /** What `load` answers, and the changes since it began, the oldest first. */
  async run<Loaded>(load: () => Promise<Loaded>): Promise<{ loaded: Loaded; changes: Change[] }> {
    const changes: Change[] = []
    this.#recordings.add(changes)
    try {
      return { loaded: await load(), changes }
    } finally {
      this.#recordings.delete(changes)
    }
  }
}

/** The topics that a user may follow after the changes. */
export function applyChanges(userId: string, topics: Iterable<string>, changes: Change[]): Set<string> {
  const followed = new Set(topics)
  for (const change of changes) {
    if (change[0] === 'dissolve') followed.delete(change[1])
    else if (change[1] !== userId) continue
    else if (change[0] === 'follow') followed.add(change[2])
    else followed.delete(change[2])
  }
  return followed
}
