import type { Services } from '#services.ts'

/** What the operator asked for, taken apart. */
export type Asked = {
  /** What follows the verb's own words. */
  words: string[]
  options: { search?: string; json?: boolean }
  /** Where the command line stands: the files it names are relative to it. */
  folder: string
}

/** Writes a line for the operator. */
export type Say = (line: string) => void

/** One thing the command line can do. What cannot be done it refuses by throwing a Problem or a Refusal. */
export type Verb = {
  /** As it is typed, without what it takes. */
  name: string
  /** What it takes, as the usage shows it; the last one takes the rest of the line. */
  takes: string[]
  options?: Partial<Record<keyof Asked['options'], string>>
  about: string
  run(services: Services, asked: Asked, say: Say): Promise<void>
}

/** An expected refusal that is nobody's but the operator's: one clear sentence. */
export class Refusal extends Error {}
