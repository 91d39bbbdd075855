/** The user's version, and the topics that the user may follow, with the version of each topic's group. */
export type Following = { version: number; topics: Map<string, number> }
