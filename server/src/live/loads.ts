import type { HubCommand } from './hub-command.ts'

/** A change of who follows what. */
export type Change = Extract<HubCommand, ['follow' | 'unfollow', ...string[]] | ['dissolve', string]>

/**
 * Readings of the database under way. What changes meanwhile is kept for each and applied to its result: so a reading that is
 * older than a leave does not outlive it, one that is older than a joining does not lose it, and none is ever repeated.
 */
export class Loads {
  readonly #underWay = new Set<Change[]>()

  note(change: Change): void {
    for (const changes of this.#underWay) changes.push(change)
  }

  /** What `load` answers, and what changed after it began, the oldest first. */
  async run<Loaded>(load: () => Promise<Loaded>): Promise<{ loaded: Loaded; changes: Change[] }> {
    const changes: Change[] = []
    this.#underWay.add(changes)
    try {
      return { loaded: await load(), changes }
    } finally {
      this.#underWay.delete(changes)
    }
  }
}

/** What a person may follow after the changes. */
export function applyChanges(person: string, topics: Iterable<string>, changes: Change[]): Set<string> {
  const now = new Set(topics)
  for (const change of changes) {
    if (change[0] === 'dissolve') now.delete(change[1])
    else if (change[1] !== person) continue
    else if (change[0] === 'follow') now.add(change[2])
    else now.delete(change[2])
  }
  return now
}
