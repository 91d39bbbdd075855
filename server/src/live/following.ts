/** The topics that a user may follow, with their versions. `version` is the user's version: see `userVersions` in the schema. */
export type Following = { version: number; topics: Map<string, number> }
