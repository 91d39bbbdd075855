import type { HubCommand } from './hub-command.ts'

export type Change = Extract<HubCommand, ['follow' | 'unfollow', ...string[]] | ['dissolve', string]>

/** Records changes of followed topics while a query for topics runs, because these changes can be missing in its result. */
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
    else if (change[1] !== userId) continue
    else if (change[0] === 'follow') followed.add(change[2])
    else followed.delete(change[2])
  }
  return followed
}
