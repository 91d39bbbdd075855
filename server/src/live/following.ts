/** The topics that a user may follow, and their versions. `version` counts the live messages to the user, see `userVersions`. */
export type Following = { version: number; topics: Map<string, number> }
