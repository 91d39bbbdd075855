import type { Config } from '#config.ts'
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

/** Writes bytes to the operator's standard output, and settles when they were taken. Throws when nobody takes them. */
export type SayBytes = (bytes: Uint8Array) => Promise<void>

/** How a command is typed, and what the usage says about it. */
export type Spoken = {
  /** Its own words. */
  name: string
  /** What it takes, as the usage shows it; a text takes the rest of the line. */
  takes: string[]
  options?: Partial<Record<keyof Asked['options'], string>>
  /** Null: part of another command, and not in the usage. */
  about: string | null
}

/** One thing the command line can do on the services, here or in the running server. What it refuses it throws. */
export type Verb = Spoken & {
  run(services: Services, asked: Asked, say: Say, sayBytes: SayBytes): Promise<void>
}

/** One thing that the command line does by itself, never in the server. */
export type LocalVerb = Spoken & { run(config: Config, asked: Asked, say: Say): Promise<void> }

/** A command line as it was typed, and the folder it was typed in. */
export type Command = { args: string[]; folder: string }

/** How it ended: 0 done, 1 refused or failed, 2 not understood. Anything but 0 comes with a sentence. */
export type Outcome = { exit: 0 | 1 | 2; refusal?: string }
