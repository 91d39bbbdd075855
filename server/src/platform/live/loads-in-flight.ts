import type { HubCommand } from './hub-command.ts'

export type Change = Extract<HubCommand, ['unfollow', ...string[]] | ['dissolve', string]>

/** Records the ends of following while a query for topics runs, because its result can still contain these topics. */
export class LoadsInFlight {
  readonly #recordings = new Set<Change[]>()

  record(change: Change): void {
    for (const changes of this.#recordings) changes.push(change)
  }

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

export function applyChanges(userId: string, topics: Iterable<string>, changes: Change[]): Set<string> {
  const followed = new Set(topics)
  for (const change of changes) {
    if (change[0] === 'dissolve') followed.delete(change[1])
    else if (change[1] === userId) followed.delete(change[2])
  }
  return followed
}
