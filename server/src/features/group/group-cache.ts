import type { Database } from '#platform/database/database.ts'
import { readGroupsById, type StoredGroup } from './read-groups.ts'

/**
 * Contains the groups that this node has used most recently. Every change of a `StoredGroup` increments its version in the same
 * transaction. Therefore a cached group is current if its version equals the version in the database.
 */
export class GroupCache {
  readonly #database: Database
  readonly #mostMembers: number
  readonly #groups = new Map<string, StoredGroup>()
  #members = 0

  /** By default, the cache contains at most 50,000 members, which take about 10 MiB. */
  constructor(database: Database, mostMembers = 50_000) {
    this.#database = database
    this.#mostMembers = mostMembers
  }

  /**
   * Groups that are not cached in the given version are read from the database, where a group may have a newer version by now. A
   * group that no longer exists is left out.
   */
  async read(versions: [id: string, version: number][]): Promise<StoredGroup[]> {
    const cached = versions.flatMap(([id, version]) => {
      const group = this.#groups.get(id)
      return group?.version === version ? [group] : []
    })
    const found = new Set(cached.map(({ id }) => id))
    const missing = versions.map(([id]) => id).filter(id => !found.has(id))
    const read = missing.length > 0 ? await readGroupsById(this.#database, missing) : []
    const groups = [...cached, ...read]
    for (const group of groups) this.#put(group)
    return groups
  }

  // The map is in the order of the last use, so the first groups are dropped first.
  #put(group: StoredGroup): void {
    this.#remove(group.id)
    this.#groups.set(group.id, group)
    this.#members += group.memberCount
    for (const id of this.#groups.keys()) {
      if (this.#members <= this.#mostMembers) return
      this.#remove(id)
    }
  }

  #remove(id: string): void {
    this.#members -= this.#groups.get(id)?.memberCount ?? 0
    this.#groups.delete(id)
  }
}
